import { checkAbove, checkFinite } from "./checks.ts";

/**
 * Brings the scores of one list, best first, to a scale that lists share: as many numbers,
 * in the same order, none of them negative, and never less for a better score. An empty
 * list stays empty.
 */
export type Normalise = (scores: readonly number[]) => number[];

/**
 * Min-max: `(s − min) / (max − min)`, over the scores s of the list: its best gets 1, its
 * last 0. Where all scores are equal, all get 1. Lee, "Analyses of Multiple Evidence
 * Combination", SIGIR 1997.
 *
 * @example
 * ```ts
 * import { minMax } from "./normalise.ts";
 *
 * minMax([9, 6, 5]); // [1, 1/4, 0]
 * ```
 */
export function minMax(scores: readonly number[]): number[] {
  const low = scores.reduce((least, score) => Math.min(least, score), Infinity);
  const high = best(scores);
  return scores.map((score) => high === low ? 1 : (score - low) / (high - low));
}

/**
 * Min-max by bounds that do not depend on what was found: `(s − low) / (high − low)`, kept
 * within 0 and 1. Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid
 * Retrieval", ACM TOIS 42, 2023: the lower bound from theory (−1 for cosines, 0 for BM25),
 * the upper one the best score of the list, as BM25 has none. That is what leaving out
 * `high` does (TM2C2, when summed by weights that add up to 1).
 *
 * @param high By default the best score of the list; where that is not above `low`, all get 0.
 * @throws {BicameralError} `INVALID_INPUT` for bounds that are not finite, or `high` not above `low`.
 *
 * @example
 * ```ts
 * import { bounds } from "./normalise.ts";
 *
 * bounds(-1, 1)([0.5, 0]); // [3/4, 1/2]
 * bounds(0)([8, 2]); // [1, 1/4]
 * ```
 */
export function bounds(low: number, high?: number): Normalise {
  checkFinite("bounds()", "low", low);
  if (high !== undefined) checkAbove("bounds()", "high", high, low);
  return (scores) => {
    const top = high ?? best(scores);
    return scores.map((score) =>
      top <= low ? 0 : Math.min(1, Math.max(0, (score - low) / (top - low)))
    );
  };
}

/**
 * The share of the list's best score: `s / max`. Negative scores get 0, and all do where
 * the best is 0 or less: a share of nothing says nothing. Lee, "Combining Multiple Evidence
 * from Different Properties of Weighting Schemes", SIGIR 1995.
 *
 * @example
 * ```ts
 * import { share } from "./normalise.ts";
 *
 * share([8, 6, -1]); // [1, 3/4, 0]
 * ```
 */
export const share: Normalise = bounds(0);

/**
 * By place alone: `1 − (r − 1) / n`, for rank r, from 1, in a list of n: equal scores differ
 * by their order, which is the list's. The points of Borda, "Mémoire sur les élections au
 * scrutin", 1781, over n; Lee 1997, as above.
 *
 * @example
 * ```ts
 * import { byRank } from "./normalise.ts";
 *
 * byRank([0.9, 0.2]); // [1, 1/2]
 * ```
 */
export function byRank(scores: readonly number[]): number[] {
  return scores.map((_, i) => 1 - i / scores.length);
}

function best(scores: readonly number[]): number {
  return scores.reduce((most, score) => Math.max(most, score), -Infinity);
}
