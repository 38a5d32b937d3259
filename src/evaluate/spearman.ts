import { paired } from "./paired.ts";

/**
 * Spearman's rank correlation: Pearson's, of ranks,
 *
 * ```text
 * ρ = Σ (r(x) − r̄)(r(y) − r̄) / √(Σ (r(x) − r̄)² · Σ (r(y) − r̄)²)
 * ```
 *
 * where r(x) is a value's rank among its row, equal values sharing the mean of their
 * ranks, and r̄ = (n + 1) / 2. Spearman, "The Proof and Measurement of Association
 * between Two Things", American Journal of Psychology 15(1), 1904; scipy's `spearmanr`.
 *
 * @returns From −1 to 1; `NaN` where a row has no two different values.
 * @throws {BicameralError} `INVALID_INPUT` where the two differ in length or a value is not finite.
 *
 * @example
 * ```ts
 * import { spearman } from "./spearman.ts";
 *
 * spearman([1, 2, 3], [10, 30, 20]); // 0.5
 * ```
 */
export function spearman(xs: readonly number[], ys: readonly number[]): number {
  const pairs = paired("spearman()", xs, ys);
  const [a, b] = [ranks(pairs.map(([x]) => x)), ranks(pairs.map(([, y]) => y))];
  const mean = (pairs.length + 1) / 2;
  let [both, squaresA, squaresB] = [0, 0, 0];
  for (const [i, rank] of a.entries()) {
    const [x, y] = [rank - mean, (b[i] as number) - mean];
    both += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  return both / Math.sqrt(squaresA * squaresB);
}

/** From 1; equal values share the mean of theirs. */
function ranks(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).sort((i, j) =>
    (values[i] as number) - (values[j] as number)
  );
  const ranks = values.map(() => 0);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (const i of order.slice(from, to)) ranks[i] = (from + 1 + to) / 2;
  }
  return ranks;
}
