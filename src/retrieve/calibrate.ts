import { softplus } from "../fusion/softplus.ts";
import type { Moments } from "../fusion/standardise.ts";

/** Vectors below which a deviation says nothing. */
export const MIN_SAMPLE = 20;

/** Of a space of which too little is known: brings cosines to the size of calibrated scores. */
const UNKNOWN: Moments = { mean: 0, deviation: 0.1 };

/**
 * Moments of a query's cosines with a sample of a space's vectors.
 *
 * @param query `[dimensions]`, unit length.
 * @param sample Unit-length vectors one after the other, `[vectors × dimensions]`.
 * @returns Null where the sample has fewer than {@linkcode MIN_SAMPLE} vectors, or all are alike.
 */
export function momentsOf(query: Float32Array, sample: Float32Array): Moments | null {
  const dimensions = query.length;
  const count = sample.length / dimensions;
  if (count < MIN_SAMPLE) return null;
  let sum = 0;
  let squares = 0;
  for (let row = 0; row < count; row++) {
    let cosine = 0;
    for (let i = 0, at = row * dimensions; i < dimensions; i++, at++) {
      cosine += (query[i] as number) * (sample[at] as number);
    }
    sum += cosine;
    squares += cosine * cosine;
  }
  const mean = sum / count;
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean));
  return deviation > 1e-6 ? { mean, deviation } : null;
}

/** A memory's cosine in each space; null where a space does not hold it. */
export type Cosines = readonly (number | null)[];

/**
 * One dense score for a memory, comparable between spaces and independent of how many
 * hits were fetched: the mean of its calibrated scores
 *
 * ```text
 * z(s) = (cosine(s) − mean(s)) / deviation(s)
 * ```
 *
 * in the spaces s that hold it, kept above zero by ln(1 + eᶻ), since a negative score
 * times trust would turn the order round. A space without moments says nothing, unless
 * it alone holds the memory. The mean did better than the best of them (`bench/quality`).
 *
 * @returns The score, and the part of it that each space gave.
 */
export function calibrated(
  cosines: Cosines,
  moments: readonly (Moments | null)[],
): { readonly score: number; readonly parts: readonly number[] } {
  const known = cosines.map((cosine, at) => zOf(cosine, moments[at] ?? null));
  const scores = known.some((z) => z !== null)
    ? known
    : cosines.map((cosine) => zOf(cosine, moments.find((found) => found !== null) ?? UNKNOWN));
  const held = scores.filter((z) => z !== null);
  const score = softplus(held.reduce((sum, z) => sum + z, 0) / held.length);
  const whole = held.reduce((sum, z) => sum + softplus(z), 0);
  return { score, parts: scores.map((z) => z === null ? 0 : score * softplus(z) / whole) };
}

function zOf(cosine: number | null, moments: Moments | null): number | null {
  return cosine === null || moments === null ? null : (cosine - moments.mean) / moments.deviation;
}
