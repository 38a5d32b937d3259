import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { merge } from "./merge.ts";
import {
  listOf,
  lists,
  RUNS,
  scores,
  strategyContract,
  votingContract,
} from "./strategy_contract.ts";

strategyContract("merge()", merge);
votingContract("merge()", merge);

describe("merge()", () => {
  test("merge() gives every item its best raw score", () => {
    expect(merge([listOf({ a: 0.8, b: 0.6 }), listOf({ b: 0.9, c: 0.1 })])).toEqual([
      { id: "b", score: 0.9, parts: [0, 0.9] },
      { id: "a", score: 0.8, parts: [0.8, 0] },
      { id: "c", score: 0.1, parts: [0, 0.1] },
    ]);
  });

  test("merge() keeps negative scores as they are", () => {
    expect(merge([listOf({ a: -0.5, b: -0.7 }), listOf({ b: -0.1 })])).toEqual([
      { id: "b", score: -0.1, parts: [0, -0.1] },
      { id: "a", score: -0.5, parts: [-0.5, 0] },
    ]);
  });

  test("merge() names the first of the lists that gave the same score", () => {
    expect(merge([listOf({ a: 1 }), listOf({ a: 1 })]))
      .toEqual([{ id: "a", score: 1, parts: [1, 0] }]);
  });

  test("merge() leaves scores alone, whatever the weight above 0", () => {
    const both = [listOf({ a: 1 }), listOf({ b: 2 })];
    expect(merge(both, { weights: [9, 0.1] })).toEqual(merge(both));
  });

  test("merge() refuses by name what is no score", () => {
    for (const score of [NaN, Infinity, -Infinity]) {
      expect(() => merge([[{ id: "a", score }]]))
        .toThrow(`A score of merge() is ${score}; wanted a finite number.`);
    }
  });

  test("merge() of its own result changes nothing", () => {
    fc.assert(
      fc.property(lists, (lists) => {
        const once = merge(lists);
        expect(scores(merge([once]))).toEqual(scores(once));
        expect(merge([once, ...lists]).map(({ id }) => id)).toEqual(once.map(({ id }) => id));
      }),
      RUNS,
    );
  });
});
