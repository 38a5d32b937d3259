import type { LiveSpace } from "../embed/live_space.ts";
import { rethrowIfOver } from "../errors.ts";

/**
 * A vector for each text, or null where the model fails on it: such a memory is
 * kept without a vector and embedded later. One bad text does not cost the others
 * their vectors. Only being cancelled or closed rejects.
 */
export async function embedRows(
  { embedder }: LiveSpace,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<(Float32Array | null)[]> {
  if (texts.length === 0) return [];
  if (await embedder.missing() !== null) return texts.map(() => null);
  try {
    return await embedder.embedDocuments(texts, signal);
  } catch (error) {
    rethrowIfOver(error, signal);
    if (!embedder.ready || texts.length === 1) return texts.map(() => null);
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
