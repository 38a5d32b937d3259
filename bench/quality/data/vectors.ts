import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { progressBar } from "../../../backends/cli/progress.ts";
import type { Embedder } from "../../../src/embed/embedder.ts";
import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";

/** Texts that are embedded together; a run that was stopped goes on from the last of them. */
const PAGE = 128;

/**
 * Vectors of texts, from a file in `folder` that is named by model and texts, or made
 * now: a second run takes seconds.
 */
export async function embedded(
  folder: string,
  source: EmbedderSource,
  texts: readonly string[],
  kind: "query" | "document",
): Promise<Float32Array[]> {
  const { dimensions } = source.model;
  const key = createHash("sha256").update(JSON.stringify([source.model, kind, texts]));
  const path = join(folder, `vectors-${key.digest("hex").slice(0, 16)}.f32`);
  if (!existsSync(path)) {
    const all = new Float32Array(texts.length * dimensions);
    const embedder = await source.open();
    const bar = progressBar({
      label: `${source.model.id}, ${kind === "query" ? "queries" : "documents"}`,
      total: texts.length,
    });
    try {
      for (let at = 0; at < texts.length; at += PAGE) {
        const vectors = await embed(embedder, kind, texts.slice(at, at + PAGE));
        vectors.forEach((vector, i) => all.set(vector, (at + i) * dimensions));
        bar.update(at + vectors.length);
      }
    } finally {
      bar.end();
      await embedder.close();
    }
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${path}.new`, all);
    renameSync(`${path}.new`, path);
  }
  const bytes = readFileSync(path);
  const all = new Float32Array(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
  );
  return texts.map((_, i) => all.subarray(i * dimensions, (i + 1) * dimensions));
}

function embed(
  embedder: Embedder,
  kind: "query" | "document",
  texts: readonly string[],
): Promise<Float32Array[]> {
  return kind === "query" ? embedder.embedQueries(texts) : embedder.embedDocuments(texts);
}
