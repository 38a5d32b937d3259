import { gradesOf, idealGrades } from "./grades.ts";

/**
 * Precision at each relevant item among a ranking's first `k`, averaged over all relevant items:
 *
 * ```text
 * AP@k = 1 / R × Σ over ranks i = 1..k that hold a relevant item of  hits(i) / i
 * ```
 *
 * where hits(i) counts the relevant items among the first i and R all that there are, so
 * that those beyond `k` count as missed. Its mean over queries is MAP. Buckley and
 * Voorhees, "Evaluating Evaluation Measure Stability", SIGIR 2000; `pytrec_eval`'s
 * `map_cut`. Others divide by min(R, k), which gives more.
 *
 * @param ranking Ids, best first; an id that is there again is passed over.
 * @param relevant Grade of each judged item; those above 0 are relevant.
 * @returns From 0 to 1; 0 where nothing is relevant.
 *
 * @example
 * ```ts
 * import { averagePrecision } from "./average_precision.ts";
 *
 * averagePrecision(["a", "x", "b"], new Map([["a", 1], ["b", 1]]), 10); // (1/1 + 2/3) / 2
 * ```
 */
export function averagePrecision(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  k: number,
): number {
  const all = idealGrades(relevant).length;
  if (all === 0) return 0;
  let hits = 0;
  let sum = 0;
  for (const [i, grade] of gradesOf(ranking, relevant, k).entries()) {
    if (grade > 0) sum += ++hits / (i + 1);
  }
  return sum / all;
}
