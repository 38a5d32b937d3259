/**
 * The value that a share of the values lie at or below: the nearest one there is, not one
 * between two.
 *
 * @param share From 0 to 1.
 * @returns `NaN` for no values.
 *
 * @example
 * ```ts
 * import { quantile } from "./quantile.ts";
 *
 * quantile([5, 1, 4, 2, 3], 0.5); // 3
 * ```
 */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) return NaN;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] as number;
}
