import { gradesOf, idealGrades } from "./grades.ts";

/**
 * The share of the relevant items that are among a ranking's first `k`:
 *
 * ```text
 * recall@k = |relevant ∩ first k| / |relevant|
 * ```
 *
 * Cleverdon, "The Cranfield tests on index language devices", Aslib Proceedings 19(6),
 * 1967; `pytrec_eval`'s `recall`.
 *
 * @param ranking Ids, best first; an id that is there again is passed over.
 * @param relevant Grade of each judged item; those above 0 are relevant.
 * @returns From 0 to 1; 0 where nothing is relevant.
 *
 * @example
 * ```ts
 * import { recall } from "./recall.ts";
 *
 * recall(["a", "x"], new Map([["a", 1], ["b", 1]]), 10); // 1/2
 * ```
 */
export function recall(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  k: number,
): number {
  const all = idealGrades(relevant).length;
  return all === 0 ? 0 : gradesOf(ranking, relevant, k).filter((grade) => grade > 0).length / all;
}
