import { gradesOf } from "./grades.ts";

/**
 * One by the rank of the first relevant item among a ranking's first `k`:
 *
 * ```text
 * RR = 1 / min { i ≤ k : the item at rank i is relevant },  0 where there is none
 * ```
 *
 * Its mean over queries is MRR. Voorhees, "The TREC-8 Question Answering Track Report",
 * TREC 1999; `pytrec_eval`'s `recip_rank`, which has no cutoff (`k` of `Infinity`).
 *
 * @param ranking Ids, best first; an id that is there again is passed over.
 * @param relevant Grade of each judged item; those above 0 are relevant.
 * @returns From 0 to 1.
 *
 * @example
 * ```ts
 * import { reciprocalRank } from "./reciprocal_rank.ts";
 *
 * reciprocalRank(["x", "a"], new Map([["a", 1]]), 10); // 1/2
 * ```
 */
export function reciprocalRank(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  k: number,
): number {
  const first = gradesOf(ranking, relevant, k).findIndex((grade) => grade > 0);
  return first < 0 ? 0 : 1 / (first + 1);
}
