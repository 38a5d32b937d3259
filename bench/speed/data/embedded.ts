import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openOnnxEmbedder } from "../../../backends/inference/onnx_embedder.ts";
import { bundledModelFolder } from "../../../backends/models/bundled.ts";
import { MINILM } from "../../../src/embed/catalogue.ts";
import { say } from "../measure/progress.ts";
import { DIMENSIONS } from "./vectors.ts";

/**
 * Embeds texts with the bundled model, once: a file in `folder`, named by what is
 * in it, keeps the vectors one after the other.
 *
 * @returns The file's path.
 */
export async function embedToFile(folder: string, texts: readonly string[]): Promise<string> {
  const key = createHash("sha256").update(JSON.stringify([MINILM.weights.int8?.sha256, texts]));
  const path = join(folder, `vectors-${key.digest("hex").slice(0, 16)}.f32`);
  if (existsSync(path)) return path;
  say(`embedding ${texts.length} texts, once`);
  const embedder = await openOnnxEmbedder({ folder: bundledModelFolder() });
  try {
    const vectors = await embedder.embedDocuments(texts);
    const all = new Float32Array(texts.length * DIMENSIONS);
    vectors.forEach((vector, i) => all.set(vector, i * DIMENSIONS));
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.new`, all);
    renameSync(`${path}.new`, path);
    return path;
  } finally {
    await embedder.close();
  }
}
