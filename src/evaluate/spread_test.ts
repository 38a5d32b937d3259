import { expect, test } from "bun:test";
import fc from "fast-check";
import { spread } from "./spread.ts";

test("spread() takes from everywhere", () => {
  expect(spread([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 4)).toEqual([0, 3, 5, 8]);
  expect(spread([0, 1, 2], Infinity)).toEqual([0, 1, 2]);
  expect(spread([], 3)).toEqual([]);
});

test("spread() takes as many as were wanted, in order, or all", () => {
  fc.assert(fc.property(fc.nat(300), fc.integer({ min: 1, max: 400 }), (length, count) => {
    const taken = spread(Array.from({ length }, (_, i) => i), count);
    expect(taken.length).toBe(Math.min(length, count));
    expect(taken).toEqual([...new Set(taken)].sort((a, b) => a - b));
  }));
});
