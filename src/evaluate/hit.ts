import { gradesOf } from "./grades.ts";

/**
 * Whether any relevant item is among a ranking's first `k`:
 *
 * ```text
 * hit@k = 1 where relevant ∩ first k is not empty, else 0
 * ```
 *
 * Its mean over queries is the hit rate; `pytrec_eval`'s `success`, of NIST's `trec_eval`.
 *
 * @param ranking Ids, best first; an id that is there again is passed over.
 * @param relevant Grade of each judged item; those above 0 are relevant.
 *
 * @example
 * ```ts
 * import { hit } from "./hit.ts";
 *
 * hit(["x", "a"], new Map([["a", 1]]), 1); // 0
 * ```
 */
export function hit(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  k: number,
): 0 | 1 {
  return gradesOf(ranking, relevant, k).some((grade) => grade > 0) ? 1 : 0;
}
