import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { priority } from "./priority.ts";
import { listOf, lists, RUNS, strategyContract } from "./strategy_contract.ts";

strategyContract("priority()", priority);

describe("priority()", () => {
  test("priority() gives the first list with hits", () => {
    expect(priority([[], listOf({ a: 0.3, b: 0.2 }), listOf({ c: 0.9 })])).toEqual([
      { id: "a", score: 0.3, parts: [0, 0.3, 0] },
      { id: "b", score: 0.2, parts: [0, 0.2, 0] },
    ]);
  });

  test("priority() passes over a list of weight 0", () => {
    expect(priority([listOf({ a: 1 }), listOf({ b: 1 })], { weights: [0, 1] }))
      .toEqual([{ id: "b", score: 1, parts: [0, 1] }]);
  });

  test("priority() refuses by name what is no score", () => {
    for (const score of [NaN, Infinity, -Infinity]) {
      expect(() => priority([[{ id: "a", score }]]))
        .toThrow(`A score of priority() is ${score}; wanted a finite number.`);
    }
  });

  test("priority() does not depend on lists behind the first with hits", () => {
    fc.assert(
      fc.property(lists, lists, (lists, others) => {
        const first = lists.find((list) => list.length > 0) ?? [];
        const fused = priority([first, ...others]);
        if (first.length === 0) return;
        expect(fused.map(({ id, score }) => [id, score]))
          .toEqual(first.map(({ id, score }) => [id, score]));
      }),
      RUNS,
    );
  });
});
