/** Embeds the same documents with transformers.js, in batches as they come. */
import { writeFileSync } from "node:fs";
import { task } from "../measure/task.ts";
import { openTransformers } from "../measure/transformers.ts";
import type { EmbedInput, EmbedOutput } from "./embed_bicameral.ts";

export interface TransformersInput extends EmbedInput {
  readonly modelPath: string;
  readonly batch: number;
}

await task(async (input: TransformersInput): Promise<EmbedOutput> => {
  const { texts, warmUp, batch, modelPath, vectorsPath } = input;
  const opened = performance.now();
  const embed = await openTransformers(modelPath);
  const loadMs = performance.now() - opened;
  const embedAll = async (texts: readonly string[]) => {
    const parts: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += batch) {
      parts.push(await embed(texts.slice(at, at + batch)));
    }
    return parts;
  };
  await embedAll(texts.slice(0, warmUp));
  const started = performance.now();
  const parts = await embedAll(texts);
  const ms = performance.now() - started;
  if (vectorsPath !== null) {
    writeFileSync(
      vectorsPath,
      Float32Array.from(parts.flatMap((part) => [...part])),
    );
  }
  return { ms, loadMs };
});
