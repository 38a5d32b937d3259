import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { interleave } from "./interleave.ts";
import { listOf, lists, RUNS, strategyContract } from "./strategy_contract.ts";

strategyContract("interleave()", interleave);

describe("interleave()", () => {
  test("interleave() takes from each list in turn", () => {
    expect(interleave([listOf({ a: 9, b: 8 }), listOf({ c: 0.2, d: 0.1 })])).toEqual([
      { id: "a", score: 1, parts: [1, 0] },
      { id: "c", score: 1 / 2, parts: [0, 1 / 2] },
      { id: "b", score: 1 / 3, parts: [1 / 3, 0] },
      { id: "d", score: 1 / 4, parts: [0, 1 / 4] },
    ]);
  });

  test("interleave() lets a list give its next item for one that was given", () => {
    const fused = interleave([listOf({ a: 3, b: 2, c: 1 }), listOf({ a: 3, b: 2, d: 1 })]);
    expect(fused.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
    expect(fused.map(({ parts }) => parts.findIndex((part) => part > 0))).toEqual([0, 1, 0, 1]);
  });

  test("interleave() goes on with longer lists when a short one is at its end", () => {
    const fused = interleave([listOf({ a: 1 }), listOf({ b: 3, c: 2, d: 1 })]);
    expect(fused.map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
  });

  test("interleave() scores by place, 1/p, and loses no item", () => {
    fc.assert(
      fc.property(lists, (lists) => {
        const fused = interleave(lists);
        expect(fused.map(({ score }) => score)).toEqual(fused.map((_, i) => 1 / (i + 1)));
        expect(fused.length).toBe(new Set(lists.flat().map(({ id }) => id)).size);
      }),
      RUNS,
    );
  });

  test("interleave() has an item of list l at place p there within p times the lists", () => {
    fc.assert(
      fc.property(lists, (lists) => {
        const places = new Map(interleave(lists).map(({ id }, i) => [id, i + 1]));
        for (const list of lists) {
          for (const [i, { id }] of list.entries()) {
            expect(places.get(id)).toBeLessThanOrEqual((i + 1) * lists.length);
          }
        }
      }),
      RUNS,
    );
  });
});
