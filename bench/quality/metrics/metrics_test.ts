import { describe, expect, test } from "bun:test";
import { ndcg } from "./ndcg.ts";
import { recall } from "./recall.ts";

/** Expected values are the formulas written out, as `pytrec_eval` defines them. */
const relevant = new Map([["a", 2], ["b", 1], ["c", 1]]);

describe("ndcg()", () => {
  test("ndcg() discounts grades by the logarithm of the rank", () => {
    const ideal = 2 / Math.log2(2) + 1 / Math.log2(3) + 1 / Math.log2(4);
    expect(ndcg(["x", "a", "c"], relevant, 10)).toBe((2 / Math.log2(3) + 1 / Math.log2(4)) / ideal);
    expect(ndcg(["a", "c", "b"], relevant, 10)).toBe(1);
    expect(ndcg(["x", "y"], relevant, 10)).toBe(0);
  });

  test("ndcg() looks at the first k, of the ideal ranking too", () => {
    expect(ndcg(["a", "b"], relevant, 1)).toBe(1);
    expect(ndcg(["b", "a"], relevant, 1)).toBe(1 / 2);
  });
});

describe("recall()", () => {
  test("recall() is the share of relevant items among the first k", () => {
    expect(recall(["a", "x", "b"], relevant, 10)).toBe(2 / 3);
    expect(recall(["a", "x", "b"], relevant, 1)).toBe(1 / 3);
    expect(recall([], relevant, 1)).toBe(0);
  });
});
