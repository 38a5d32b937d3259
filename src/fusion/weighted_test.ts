import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { bounds, byRank, minMax, type Normalise, share } from "./normalise.ts";
import { calibrated, zScore } from "./standardise.ts";
import {
  listOf,
  lists,
  RUNS,
  scores,
  strategyContract,
  votingContract,
} from "./strategy_contract.ts";
import { weighted } from "./weighted.ts";

/** Expected values are Σ w · n(s), written out. */

const asItIs: Normalise = (scores) => [...scores];

strategyContract(
  "weighted()",
  (lists, options) => weighted(lists, { ...options, normalise: minMax }),
);

for (
  const [name, normalise] of Object.entries({
    minMax,
    "bounds(0, 2)": bounds(0, 2),
    share,
    zScore,
    "calibrated()": calibrated({ mean: 0.5, deviation: 0.1 }),
    byRank,
  })
) {
  votingContract(
    `weighted() by ${name}`,
    (lists, options) => weighted(lists, { ...options, normalise }),
  );
}

describe("weighted()", () => {
  test("weighted() adds up weighted, normalised scores", () => {
    const dense = listOf({ a: 0.8, b: 0.5, c: 0.4 });
    const lexical = listOf({ b: 7, d: 3 });
    const b = (0.5 - 0.4) / (0.8 - 0.4);
    expect(weighted([dense, lexical], { normalise: minMax, weights: [0.3, 0.7] })).toEqual([
      { id: "b", score: 0.3 * b + 0.7, parts: [0.3 * b, 0.7] },
      { id: "a", score: 0.3, parts: [0.3, 0] },
      { id: "c", score: 0, parts: [0, 0] },
      { id: "d", score: 0, parts: [0, 0] },
    ]);
  });

  test("weighted() without weights is CombSUM", () => {
    const fused = weighted([listOf({ a: 3, b: 1 }), listOf({ b: 4 })], { normalise: asItIs });
    expect(scores(fused)).toEqual({ b: 1 + 4, a: 3 });
  });

  test("weighted() takes one normalisation for all lists, or one for each", () => {
    const both = [listOf({ a: 4, b: 2 }), listOf({ a: 10, b: 5 })];
    expect(scores(weighted(both, { normalise: [share, bounds(0, 20)] })))
      .toEqual({ a: 1 + 10 / 20, b: 2 / 4 + 5 / 20 });
    expect(weighted(both, { normalise: [share, share] }))
      .toEqual(weighted(both, { normalise: share }));
  });

  test("weighted() leaves repeats out before it normalises", () => {
    const list = [{ id: "a", score: 4 }, { id: "b", score: 2 }, { id: "a", score: 0 }];
    expect(scores(weighted([list], { normalise: minMax }))).toEqual({ a: 1, b: 0 });
  });

  test("weighted() refuses by name what is no score", () => {
    for (const score of [NaN, Infinity, -Infinity]) {
      expect(() => weighted([[{ id: "a", score }]], { normalise: minMax }))
        .toThrow(`A score of weighted() is ${score}; wanted a finite number.`);
    }
  });

  test("weighted() refuses normalisations that are missing, negative or too short", () => {
    const both = [listOf({ a: 1 }), listOf({ a: -1 })];
    expect(() => weighted(both, { normalise: [share] })).toThrow("no normalisation for list 1");
    expect(() => weighted(both, { normalise: asItIs }))
      .toThrow("A normalised score of weighted() is -1; wanted 0 or more.");
    expect(() => weighted(both, { normalise: () => [] }))
      .toThrow("A normalised score of weighted() is undefined");
    expect(weighted(both, { normalise: [share], weights: [1, 0] }).length).toBe(1);
  });

  test("weighted() is monotone in score", () => {
    fc.assert(
      fc.property(lists, fc.double({ min: 0, max: 1, noNaN: true }), (lists, score) => {
        const at = (score: number) =>
          scores(weighted([...lists, listOf({ x: score })], { normalise: bounds(0, 2) }))["x"];
        expect(at(score + 0.1)).toBeGreaterThan(at(score) as number);
      }),
      RUNS,
    );
  });
});
