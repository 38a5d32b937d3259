import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { permutationTest } from "./permutation.ts";
import { randomNumbers } from "./random.ts";

const score = fc.double({ min: 0, max: 1, noNaN: true });
const scores = fc.array(fc.tuple(score, score), { maxLength: 70 });

/** The share of all 2ⁿ assignments of signs that do as well as the observed one. */
function enumerated(differences: readonly number[]): number {
  const observed = Math.abs(differences.reduce((sum, d) => sum + d, 0));
  const assignments = 2 ** differences.length;
  let count = 0;
  for (let signs = 0; signs < assignments; signs++) {
    const sum = differences.reduce((sum, d, i) => sum + ((signs >> i) & 1 ? -d : d), 0);
    if (Math.abs(sum) >= observed - 1e-12) count++;
  }
  return count / assignments;
}

describe("permutationTest()", () => {
  test("permutationTest() gives 1 for systems that are alike", () => {
    expect(permutationTest([0.1, 0.5, 0], [0.1, 0.5, 0])).toBe(1);
    expect(permutationTest([], [])).toBe(1);
    expect(permutationTest([1, 0], [0, 1])).toBe(1);
  });

  test("permutationTest() comes near what all assignments of signs give", () => {
    const random = randomNumbers(3);
    for (const shift of [0, 0.1, 0.2, 0.4]) {
      const a = Array.from({ length: 12 }, () => random() + shift);
      const b = Array.from({ length: 12 }, random);
      const p = enumerated(a.map((x, i) => x - (b[i] as number)));
      // Four standard errors of a share of 10,000 draws, and the one of (count + 1).
      const tolerance = 4 * Math.sqrt(p * (1 - p) / 10_000) + 1 / 10_000;
      expect(Math.abs(permutationTest(a, b) - p)).toBeLessThan(tolerance);
    }
  });

  test("permutationTest() counts the observed signs as a round", () => {
    const a = Array.from({ length: 64 }, () => 1);
    expect(permutationTest(a, a.map(() => 0), { rounds: 99 })).toBe(1 / 100);
  });

  test("permutationTest() counts sums that differ in their last bits alone as equal", () => {
    // All eight sums are 0.1 or more off zero, but the observed one is by a few bits too many.
    expect(0.2 + 0.1 - 0.2).toBeGreaterThan(-0.2 + 0.1 + 0.2);
    expect(permutationTest([0.2, 0.1, 0], [0, 0, 0.2])).toBe(1);
  });

  test("permutationTest() depends on the seed, and on nothing else", () => {
    const a = Array.from({ length: 30 }, randomNumbers(1));
    const b = Array.from({ length: 30 }, randomNumbers(2));
    expect(permutationTest(a, b)).toBe(permutationTest(a, b, { seed: 1, rounds: 10_000 }));
    expect(permutationTest(a, b, { seed: 8 })).not.toBe(permutationTest(a, b, { seed: 9 }));
  });

  test("permutationTest() gives the same p when the systems are swapped, within its range", () => {
    fc.assert(fc.property(scores, fc.nat(), (scores, seed) => {
      const [a, b] = [scores.map(([a]) => a), scores.map(([, b]) => b)];
      const p = permutationTest(a, b, { seed, rounds: 200 });
      expect(permutationTest(b, a, { seed, rounds: 200 })).toBe(p);
      expect(p).toBeGreaterThanOrEqual(1 / 201);
      expect(p).toBeLessThanOrEqual(1);
    }));
  });

  test("permutationTest() of 2,000 queries takes no seconds", () => {
    const a = Array.from({ length: 2_000 }, randomNumbers(1));
    const b = Array.from({ length: 2_000 }, randomNumbers(2));
    const start = performance.now();
    permutationTest(a, b);
    // A tenth of a second where nothing else runs.
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test("permutationTest() refuses what can't be paired", () => {
    expect(() => permutationTest([1], [])).toThrow("permutationTest() got 1 and 0 numbers");
    expect(() => permutationTest([NaN], [1])).toThrow("permutationTest() got NaN");
    for (const rounds of [0, -1, 1.5, NaN]) {
      expect(() => permutationTest([1], [1], { rounds })).toThrow("rounds of permutationTest()");
    }
  });
});
