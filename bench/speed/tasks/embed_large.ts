/** Embeds documents with a model of 1024 dimensions, and nothing else. */
import { openLargeModel } from "../data/large_model.ts";
import { task } from "../measure/task.ts";

export interface EmbedLargeInput {
  readonly model: string;
  readonly texts: readonly string[];
  /** Embedded before the clock starts. */
  readonly warmUp: readonly string[];
}

export interface EmbedLargeOutput {
  readonly ms: number;
}

await task(
  async ({ model, texts, warmUp }: EmbedLargeInput): Promise<EmbedLargeOutput> => {
    const embedder = await openLargeModel(model);
    await embedder.embedDocuments(warmUp);
    const started = performance.now();
    await embedder.embedDocuments(texts);
    const ms = performance.now() - started;
    await embedder.close();
    return { ms };
  },
);
