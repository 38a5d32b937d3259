import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { bounds, byRank, minMax, type Normalise, share } from "./normalise.ts";
import { calibrated, zScore } from "./standardise.ts";
import { RUNS } from "./strategy_contract.ts";

/** Best first. */
const someScores = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { maxLength: 30 })
  .map((scores) => scores.sort((a, b) => b - a));

const all: Readonly<Record<string, Normalise>> = {
  minMax,
  "bounds(-1, 1)": bounds(-1, 1),
  "bounds(-1)": bounds(-1),
  share,
  zScore,
  "calibrated()": calibrated({ mean: 3, deviation: 2 }),
  byRank,
};

for (const [name, normalise] of Object.entries(all)) {
  describe(`normalisation contract: ${name}`, () => {
    test(`${name} gives each score a number of 0 or more, none less for a better one`, () => {
      fc.assert(
        fc.property(someScores, (scores) => {
          const before = [...scores];
          const values = normalise(scores);
          expect(scores).toEqual(before);
          expect(values.length).toBe(scores.length);
          for (const [i, value] of values.entries()) {
            expect(Number.isFinite(value)).toBe(true);
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(values[i - 1] ?? Infinity);
          }
        }),
        RUNS,
      );
    });

    test(`${name} of no scores is empty`, () => {
      expect(normalise([])).toEqual([]);
    });
  });
}

describe("minMax()", () => {
  test("minMax() is (s - min) / (max - min)", () => {
    expect(minMax([9, 6, 5])).toEqual([1, (6 - 5) / (9 - 5), 0]);
    expect(minMax([-1, -2, -5])).toEqual([1, (-2 + 5) / (-1 + 5), 0]);
  });

  test("minMax() gives 1 where all are equal", () => {
    expect(minMax([0.3, 0.3])).toEqual([1, 1]);
    expect(minMax([0])).toEqual([1]);
  });
});

describe("bounds()", () => {
  test("bounds() is (s - low) / (high - low), kept within 0 and 1", () => {
    expect(bounds(-1, 1)([0.5, 0, -1])).toEqual([(0.5 + 1) / 2, 1 / 2, 0]);
    expect(bounds(2, 4)([9, 3, 1])).toEqual([1, (3 - 2) / (4 - 2), 0]);
  });

  test("bounds() without high goes up to the list's best", () => {
    expect(bounds(-1)([0.5, 0])).toEqual([1, (0 + 1) / (0.5 + 1)]);
    expect(bounds(0)([0, -1])).toEqual([0, 0]);
  });

  test("bounds() refuses bounds by name", () => {
    for (const high of [0, -1, NaN, Infinity]) {
      expect(() => bounds(0, high)).toThrow(`high of bounds() is ${high}; wanted more than 0.`);
    }
    expect(() => bounds(NaN, 1)).toThrow("low of bounds() is NaN; wanted a finite number.");
    expect(() => bounds(-Infinity)).toThrow("low of bounds() is -Infinity");
  });
});

describe("share()", () => {
  test("share() is s / max, negative scores giving 0", () => {
    expect(share([8, 6, -1])).toEqual([1, 6 / 8, 0]);
  });

  test("share() of lists whose best is 0 or less is 0", () => {
    expect(share([0, 0])).toEqual([0, 0]);
    expect(share([-1, -2])).toEqual([0, 0]);
  });
});

describe("byRank()", () => {
  test("byRank() is 1 - (r - 1) / n, whatever the scores", () => {
    expect(byRank([0.9, 0.2, 0.2])).toEqual([1, 1 - 1 / 3, 1 - 2 / 3]);
  });
});
