import { BicameralError } from "../errors.ts";
import type { Evaluation, Metric } from "./figures.ts";
import { type PermutationOptions, permutationTest } from "./permutation.ts";
import { countWins, type Wins } from "./wins.ts";

/** How one way to search did against another, on the same queries. */
export interface Comparison extends Wins {
  /** Its mean less the other's. */
  readonly difference: number;
  /** How likely chance alone is to set the two this far apart. */
  readonly p: number;
}

/**
 * Compares two evaluations by one metric, query by query.
 *
 * @param options What draws the signs of the permutation test; seed 1 by default.
 * @throws {BicameralError} `INVALID_INPUT` unless both asked the same queries in the same
 * order, and counted as many hits.
 *
 * @example
 * ```ts
 * import { compare } from "./compare.ts";
 * import { evaluate } from "./evaluate.ts";
 *
 * const queries = [{ id: "1", text: "Where does Mira live?", relevant: new Map([["a", 1]]) }];
 * const better = await evaluate(queries, async () => ["a"]);
 * const worse = await evaluate(queries, async () => ["x", "a"]);
 * compare(better, worse, "mrr"); // { difference: 1/2, wins: 1, ties: 0, losses: 0, p: 1 }
 * ```
 */
export function compare(
  one: Evaluation,
  other: Evaluation,
  metric: Metric,
  options: PermutationOptions = {},
): Comparison {
  const same = one.k === other.k && one.queries.length === other.queries.length &&
    one.queries.every(({ id }, i) => id === other.queries[i]?.id);
  if (!same) {
    throw new BicameralError(
      "INVALID_INPUT",
      "compare() got evaluations of different queries or cutoffs; wanted the same of both.",
    );
  }
  const [a, b] = [one, other].map(({ queries }) => queries.map((query) => query[metric])) as [
    number[],
    number[],
  ];
  return {
    difference: one.mean[metric] - other.mean[metric],
    ...countWins(a, b),
    p: permutationTest(a, b, options),
  };
}
