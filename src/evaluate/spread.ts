/**
 * As many as `count` of a row, in their order, spread over all of it: neighbours are often
 * of one kind.
 *
 * @param count At least 1; where it is more than there are, all are taken.
 *
 * @example
 * ```ts
 * import { spread } from "./spread.ts";
 *
 * spread(["a", "b", "c", "d"], 2); // ["a", "c"]
 * ```
 */
export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return all.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}
