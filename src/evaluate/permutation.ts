import { BicameralError } from "../errors.ts";
import { paired } from "./paired.ts";
import { randomNumbers } from "./random.ts";

/** How {@linkcode permutationTest} draws. */
export interface PermutationOptions {
  /** What draws the signs; the same seed gives the same p. Default 1. */
  readonly seed?: number;
  /** How many assignments of signs are drawn. Default 10,000. */
  readonly rounds?: number;
}

/**
 * How likely chance alone is to set two systems' means this far apart: a paired,
 * two-sided randomisation test on the mean difference,
 *
 * ```text
 * p = (1 + |{ rounds r : |Σ s(r, q) · d(q)| ≥ |Σ d(q)| }|) / (rounds + 1)
 * ```
 *
 * where d(q) = a(q) − b(q) of query q, and s(r, q) is 1 or −1 as a fair coin falls: were
 * the systems alike, each query's two scores might as well be swapped. The observed
 * signs count as one round, hence the ones. Fisher, "The Design of Experiments", 1935;
 * Smucker, Allan and Carterette, "A Comparison of Statistical Significance Tests for
 * Information Retrieval Evaluation", CIKM 2007.
 *
 * @param a Scores of one system, a query each.
 * @param b Scores of the other on the same queries.
 * @returns p, above 0; 1 for systems that are alike. The same when a and b are swapped.
 * @throws {BicameralError} `INVALID_INPUT` where the two differ in length, a score is not
 * finite, or `rounds` is no whole number above 0.
 *
 * @example
 * ```ts
 * import { permutationTest } from "./permutation.ts";
 *
 * permutationTest([0.9, 0.8, 0.7], [0.1, 0.2, 0.3]); // about 2/8: two of eight signs do as well
 * ```
 */
export function permutationTest(
  a: readonly number[],
  b: readonly number[],
  { seed = 1, rounds = 10_000 }: PermutationOptions = {},
): number {
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new BicameralError(
      "INVALID_INPUT",
      `rounds of permutationTest() is ${rounds}; wanted a whole number above 0.`,
    );
  }
  const pairs = paired("permutationTest()", a, b);
  // A sign moves no zero.
  const differences = Float64Array.from(pairs.map(([x, y]) => x - y).filter((d) => d !== 0));
  const observed = Math.abs(differences.reduce((sum, d) => sum + d, 0));
  // Sums that are equal by arithmetic may differ in their last bits.
  const least = observed - 1e-12 * differences.reduce((sum, d) => sum + Math.abs(d), 0);
  const random = randomNumbers(seed);
  let count = 0;
  for (let round = 0; round < rounds; round++) {
    if (Math.abs(flippedSum(differences, random)) >= least) count++;
  }
  return (count + 1) / (rounds + 1);
}

/** The sum with each sign flipped or not, by one bit each of 32-bit numbers. */
function flippedSum(differences: Float64Array, random: () => number): number {
  let sum = 0;
  let bits = 0;
  for (let i = 0; i < differences.length; i++) {
    if (i % 32 === 0) bits = (random() * 4_294_967_296) | 0;
    const difference = differences[i] as number;
    // By a product, not a branch: no processor guesses a coin.
    sum += (1 - 2 * (bits & 1)) * difference;
    bits >>>= 1;
  }
  return sum;
}
