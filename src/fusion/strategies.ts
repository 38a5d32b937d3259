/**
 * Ways to make one list of several, by the name that settings use: `rrf()`, `weighted()`,
 * `merge()`, `priority()` and `interleave()`.
 */
export const STRATEGIES = ["rrf", "weighted", "merge", "priority", "interleave"] as const;
/** How ranked lists become one; see {@linkcode STRATEGIES}. */
export type Strategy = (typeof STRATEGIES)[number];

/**
 * Ways to bring scores to one scale for `weighted()`, by the name that settings use:
 * `minMax()`, `bounds()`, `share()`, `zScore()`, `calibrated()` and `byRank()`.
 */
export const NORMALISATIONS = [
  "min-max",
  "bounds",
  "share",
  "z-score",
  "calibrated",
  "rank",
] as const;
/** How scores come to one scale; see {@linkcode NORMALISATIONS}. */
export type Normalisation = (typeof NORMALISATIONS)[number];
