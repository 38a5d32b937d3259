import { gradesOf, idealGrades } from "./grades.ts";

/**
 * Normalised discounted cumulative gain of a ranking's first `k`:
 *
 * ```text
 * DCG  = Σ over ranks i = 1..k of  grade(i) / log2(i + 1)
 * nDCG = DCG / DCG of the ideal ranking
 * ```
 *
 * where grade(i) is the grade of the item at rank i, 0 where it is not relevant, and the
 * ideal ranking has all relevant items, best first. Järvelin and Kekäläinen, "Cumulated
 * gain-based evaluation of IR techniques", ACM TOIS 20(4), 2002; with linear gain, as
 * `pytrec_eval`'s `ndcg_cut` has it.
 *
 * @param ranking Ids, best first; an id that is there again is passed over.
 * @param relevant Grade of each judged item; those above 0 are relevant.
 * @returns From 0 to 1; 0 where nothing is relevant.
 *
 * @example
 * ```ts
 * import { ndcg } from "./ndcg.ts";
 *
 * ndcg(["b", "a"], new Map([["a", 2], ["b", 1]]), 10); // (1 + 2 / log2(3)) / (2 + 1 / log2(3)) = 0.860
 * ```
 */
export function ndcg(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  k: number,
): number {
  const ideal = dcg(idealGrades(relevant).slice(0, k));
  return ideal === 0 ? 0 : dcg(gradesOf(ranking, relevant, k)) / ideal;
}

function dcg(grades: readonly number[]): number {
  return grades.reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
}
