/**
 * The share of the relevant items that are among a ranking's first `k`
 * (`pytrec_eval`'s `recall`).
 *
 * @param relevant At least one.
 */
export function recall(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  k: number,
): number {
  return ranking.slice(0, k).filter((id) => relevant.has(id)).length / relevant.size;
}
