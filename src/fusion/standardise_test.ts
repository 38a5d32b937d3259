import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { calibrated, zScore } from "./standardise.ts";
import { RUNS } from "./strategy_contract.ts";

/** Expected values are ln(1 + eᶻ), written out. */

function lnOf(z: number): number {
  return Math.log(1 + Math.exp(z));
}

function expectClose(values: readonly number[], expected: readonly number[]): void {
  expect(values.length).toBe(expected.length);
  for (const [i, value] of values.entries()) expect(value).toBeCloseTo(expected[i] as number, 9);
}

describe("zScore()", () => {
  test("zScore() standardises by the list's own mean and deviation", () => {
    // Mean 5, variance (4 + 0 + 4 + 0) / 4 = 2.
    const z = 2 / Math.sqrt(2);
    expectClose(zScore([7, 5, 3, 5]), [lnOf(z), lnOf(0), lnOf(-z), lnOf(0)]);
  });

  test("zScore() gives ln 2 to all where all are equal", () => {
    expectClose(zScore([0.1, 0.1, 0.1]), [Math.log(2), Math.log(2), Math.log(2)]);
    expectClose(zScore([-4]), [Math.log(2)]);
  });

  test("zScore() holds for scores whose squares overflow or vanish", () => {
    for (const size of [1e200, 1e-200]) expectClose(zScore([size, 0]), [lnOf(1), lnOf(-1)]);
  });

  test("zScore() does not depend on scale and origin", () => {
    const scores = fc.uniqueArray(fc.integer({ min: -1000, max: 1000 }), { maxLength: 20 });
    fc.assert(
      fc.property(
        scores,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: -100, max: 100 }),
        (scores, scale, origin) => {
          expectClose(zScore(scores.map((s) => s * scale + origin)), zScore(scores));
        },
      ),
      RUNS,
    );
  });
});

describe("calibrated()", () => {
  test("calibrated() standardises by moments that are given", () => {
    expectClose(calibrated({ mean: 0.5, deviation: 0.1 })([0.7, 0.5, 0.2]), [
      lnOf(2),
      lnOf(0),
      lnOf(-3),
    ]);
  });

  test("calibrated() scores an item alike in any list", () => {
    const normalise = calibrated({ mean: 0.5, deviation: 0.1 });
    expect(normalise([0.9, 0.7])[1]).toBe(normalise([0.7, 0.1])[0]);
  });

  test("calibrated() refuses moments by name", () => {
    for (const deviation of [0, -1, NaN, Infinity]) {
      expect(() => calibrated({ mean: 0, deviation }))
        .toThrow(`deviation of calibrated() is ${deviation}; wanted more than 0.`);
    }
    expect(() => calibrated({ mean: NaN, deviation: 1 }))
      .toThrow("mean of calibrated() is NaN; wanted a finite number.");
  });
});
