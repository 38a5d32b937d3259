/**
 * Normalised discounted cumulative gain of a ranking's first `k`:
 *
 * ```text
 * DCG  = Σ over ranks i = 1..k of  grade(i) / log2(i + 1)
 * nDCG = DCG / DCG of the ideal ranking
 * ```
 *
 * Järvelin and Kekäläinen, "Cumulated gain-based evaluation of IR techniques", ACM
 * TOIS 20(4), 2002; with linear gain, as `pytrec_eval`'s `ndcg_cut` has it.
 *
 * @param ranking Ids, best first.
 * @param relevant Grade of each relevant item, above 0; at least one.
 */
export function ndcg(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  k: number,
): number {
  const ideal = [...relevant.values()].sort((a, b) => b - a);
  return dcg(ranking.map((id) => relevant.get(id) ?? 0), k) / dcg(ideal, k);
}

function dcg(grades: readonly number[], k: number): number {
  return grades.slice(0, k).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0);
}
