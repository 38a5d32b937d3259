/**
 * Grades of a ranking's first `k` ids, in order: 0 for what is not relevant. An id that
 * is there twice counts where it is first and takes no second place, as if it were not
 * there: the runs of `pytrec_eval` are dictionaries, which hold an id once.
 */
export function gradesOf(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  k: number,
): number[] {
  const grades = new Map<string, number>();
  for (const id of ranking) {
    if (grades.size >= k) break;
    if (!grades.has(id)) grades.set(id, Math.max(0, relevant.get(id) ?? 0));
  }
  return [...grades.values()];
}

/** Grades above 0, the best first: what an ideal ranking begins with. */
export function idealGrades(relevant: ReadonlyMap<string, number>): number[] {
  return [...relevant.values()].filter((grade) => grade > 0).sort((a, b) => b - a);
}
