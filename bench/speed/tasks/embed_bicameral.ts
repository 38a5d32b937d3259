/** Embeds documents with Bicameral's embedder as it comes: a thread a core, one text a run. */
import { writeFileSync } from "node:fs";
import { openOnnxEmbedder } from "../../../backends/inference/onnx_embedder.ts";
import { bundledModelFolder } from "../../../backends/models/bundled.ts";
import { task } from "../measure/task.ts";

export interface EmbedInput {
  readonly texts: readonly string[];
  /** Texts that are embedded before the clock starts. */
  readonly warmUp: number;
  /** Where the vectors go, one after the other. */
  readonly vectorsPath: string | null;
}

export interface EmbedOutput {
  readonly ms: number;
  readonly loadMs: number;
}

await task(
  async ({ texts, warmUp, vectorsPath }: EmbedInput): Promise<EmbedOutput> => {
    const opened = performance.now();
    const embedder = await openOnnxEmbedder({ folder: bundledModelFolder() });
    const loadMs = performance.now() - opened;
    await embedder.embedDocuments(texts.slice(0, warmUp));
    const started = performance.now();
    const vectors = await embedder.embedDocuments(texts);
    const ms = performance.now() - started;
    if (vectorsPath !== null) {
      writeFileSync(
        vectorsPath,
        Float32Array.from(vectors.flatMap((vector) => [...vector])),
      );
    }
    await embedder.close();
    return { ms, loadMs };
  },
);
