import type { Embedder } from "../embed/embedder.ts";
import { BicameralError } from "../errors.ts";
import type { Engine } from "./engine.ts";

/**
 * A vector for each text, or null where the model fails on it: such a memory is
 * kept without a vector and embedded later. One bad text does not cost the others
 * their vectors. Only being cancelled or closed rejects.
 */
export async function embedRows(
  engine: Engine,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<(Float32Array | null)[]> {
  if (texts.length === 0) return [];
  let embedder: Embedder;
  try {
    embedder = await engine.embedder.get();
    return await embedder.embedDocuments(texts, signal);
  } catch (error) {
    rethrowIfOver(error, signal);
    if (!engine.embedder.ready || texts.length === 1) return texts.map(() => null);
    embedder = await engine.embedder.get();
  }
  return await Promise.all(texts.map(async (text) => {
    try {
      const [vector] = await embedder.embedDocuments([text], signal);
      return vector ?? null;
    } catch (error) {
      rethrowIfOver(error, signal);
      return null;
    }
  }));
}

function rethrowIfOver(error: unknown, signal?: AbortSignal): void {
  signal?.throwIfAborted();
  if (error instanceof BicameralError && error.code === "STORE_CLOSED") throw error;
}
