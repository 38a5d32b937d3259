import type { Embedder, ModelIdentity } from "./embedder.ts";
import { BicameralError, messageOf } from "../errors.ts";
import { checkVector, toUnitLength } from "../spaces/vector_codec.ts";

/** A model that can be opened, and what is known of it before it is. */
export interface EmbedderSource {
  readonly model: ModelIdentity;
  /** Word pieces that fit its window, special tokens included. */
  readonly maxTokens: number;
  open(): Promise<Embedder>;
}

/**
 * Opens a model when it is first needed, once; a failure is tried again at the
 * next need, so that a model which arrives later is picked up. What it gives is
 * checked: as many vectors as texts, of the model's dimensions, finite, unit length.
 */
export class LazyEmbedder {
  readonly source: EmbedderSource;
  #opening: Promise<Embedder> | null = null;
  #opened: Embedder | null = null;
  #failure: string | null = null;
  #closed = false;

  constructor(source: EmbedderSource) {
    this.source = source;
  }

  /** Opens the model, unless it is open. */
  async load(): Promise<void> {
    await this.#get();
  }

  /** Word pieces of each text; see {@linkcode Embedder.countTokens}. */
  async countTokens(texts: readonly string[], signal?: AbortSignal): Promise<number[]> {
    return await (await this.#get()).countTokens(texts, signal);
  }

  /** Unit-length vectors of queries. */
  async embedQueries(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#check(texts, await (await this.#get()).embedQueries(texts, signal));
  }

  /** Unit-length vectors of documents. */
  async embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#check(texts, await (await this.#get()).embedDocuments(texts, signal));
  }

  get ready(): boolean {
    return this.#opened !== null;
  }

  get device(): string | null {
    return this.#opened?.device ?? null;
  }

  /** Why a better backend is not in use, or why the model failed. */
  get notes(): readonly string[] {
    return this.#opened?.notes ?? (this.#failure === null ? [] : [this.#failure]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening?.catch(() => {});
    await this.#opened?.close();
  }

  async #get(): Promise<Embedder> {
    this.#opening ??= this.#open();
    return await this.#opening;
  }

  async #open(): Promise<Embedder> {
    try {
      const embedder = await this.source.open();
      if (JSON.stringify(embedder.model) !== JSON.stringify(this.source.model)) {
        await embedder.close();
        throw failed(`the model that was opened, ${embedder.model.id}, is not the one announced`);
      }
      this.#opened = embedder;
      this.#failure = null;
      if (this.#closed) await embedder.close();
      return embedder;
    } catch (error) {
      this.#failure = messageOf(error);
      this.#opening = null;
      throw error;
    }
  }

  /** A wrong vector would spoil rankings for as long as it is kept: it never gets that far. */
  #check(texts: readonly string[], vectors: readonly Float32Array[]): Float32Array[] {
    if (vectors.length !== texts.length) {
      throw failed(`it gave ${vectors.length} vectors for ${texts.length} texts`);
    }
    return vectors.map((vector) => {
      try {
        checkVector(vector, this.source.model.dimensions);
        return toUnitLength(vector);
      } catch (error) {
        throw failed(messageOf(error));
      }
    });
  }
}

function failed(why: string): BicameralError {
  return new BicameralError("EMBEDDING_FAILED", `The embedder is at fault: ${why}`);
}
