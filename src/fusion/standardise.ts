import { checkAbove, checkFinite } from "./checks.ts";
import { minMax, type Normalise } from "./normalise.ts";
import { softplus } from "./softplus.ts";

/** Mean and standard deviation of scores, as of a query's cosines in one space. */
export interface Moments {
  readonly mean: number;
  readonly deviation: number;
}

/**
 * Standard scores by the list's own moments: `ln(1 + eᶻ)` with
 *
 * ```text
 * z(s) = (s − mean) / deviation
 * ```
 *
 * over all n scores of the list (deviation: √(Σ (s − mean)² / n)). Where all are equal, z is
 * 0 for all. z is the ZMUV of Montague and Aslam, "Relevance Score Normalization for
 * Metasearch", CIKM 2001; `softplus()` keeps it above zero.
 *
 * @example
 * ```ts
 * import { zScore } from "./standardise.ts";
 *
 * zScore([7, 5, 3, 5]); // mean 5, deviation √2: ln(1 + e^√2), ln 2, ln(1 + e^−√2), ln 2
 * ```
 */
export function zScore(scores: readonly number[]): number[] {
  // From 0 to 1 z is the same, and squares neither overflow nor vanish.
  const scaled = minMax(scores);
  const mean = scaled.reduce((sum, s) => sum + s, 0) / scaled.length;
  const variance = scaled.reduce((sum, s) => sum + (s - mean) ** 2, 0) / scaled.length;
  return scaled.map((s) => softplus(variance === 0 ? 0 : (s - mean) / Math.sqrt(variance)));
}

/**
 * Standard scores by moments that are known beforehand, from a sample of all that could have
 * been found: `ln(1 + eᶻ)`, `z(s) = (s − mean) / deviation`. Unlike those of
 * {@linkcode zScore} they do not depend on how many hits were fetched.
 *
 * @throws {BicameralError} `INVALID_INPUT` for moments that are not finite, or a deviation not above 0.
 *
 * @example
 * ```ts
 * import { calibrated } from "./standardise.ts";
 *
 * calibrated({ mean: 0.5, deviation: 0.1 })([0.7, 0.5]); // ln(1 + e²), ln 2
 * ```
 */
export function calibrated({ mean, deviation }: Moments): Normalise {
  checkFinite("calibrated()", "mean", mean);
  checkAbove("calibrated()", "deviation", deviation, 0);
  return (scores) => scores.map((score) => softplus((score - mean) / deviation));
}
