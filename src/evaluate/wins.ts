import { paired } from "./paired.ts";

/** How many queries one system answers better than another, alike, and worse. */
export interface Wins {
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** Sums of the same parts in another order differ by less. */
const EPSILON = 1e-9;

/**
 * Counts queries by the sign of a's score less b's; within 1e-9 they tie.
 *
 * @param a Scores of one system, a query each.
 * @param b Scores of the other on the same queries.
 * @throws {BicameralError} `INVALID_INPUT` where the two differ in length or a score is not finite.
 *
 * @example
 * ```ts
 * import { countWins } from "./wins.ts";
 *
 * countWins([1, 0.5, 0], [0.5, 0.5, 0]); // { wins: 1, ties: 2, losses: 0 }
 * ```
 */
export function countWins(a: readonly number[], b: readonly number[]): Wins {
  const differences = paired("countWins()", a, b).map(([x, y]) => x - y);
  const wins = differences.filter((difference) => difference > EPSILON).length;
  const losses = differences.filter((difference) => difference < -EPSILON).length;
  return { wins, ties: differences.length - wins - losses, losses };
}
