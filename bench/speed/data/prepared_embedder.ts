import { identityOf, type KnownModel, MINILM } from "../../../src/embed/catalogue.ts";
import type { Embedder } from "../../../src/embed/embedder.ts";
import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";

/**
 * Stands in for the model where the time to embed a query is not to be measured:
 * it hands over, at once, the vector that was laid ready.
 */
export class PreparedEmbedder implements EmbedderSource {
  readonly model: EmbedderSource["model"];
  readonly maxTokens: number;
  /** The vector of the next query. */
  next: Float32Array = new Float32Array();

  /** @param source What made the vectors, where that is not the model's int8 file. */
  constructor(
    known: KnownModel = MINILM,
    source: Pick<EmbedderSource, "model" | "maxTokens"> = {
      model: identityOf(known, "int8"),
      maxTokens: known.maxTokens,
    },
  ) {
    this.model = source.model;
    this.maxTokens = source.maxTokens;
  }

  open(): Promise<Embedder> {
    return Promise.resolve({
      model: this.model,
      dimensions: this.model.dimensions,
      maxTokens: this.maxTokens,
      device: "cpu",
      notes: [],
      countTokens: (texts) => Promise.resolve(texts.map(() => 1)),
      embedQueries: (texts) => Promise.resolve(texts.map(() => this.next)),
      embedDocuments: () => Promise.reject(new TypeError("All memories come with vectors")),
      close: () => Promise.resolve(),
    });
  }
}
