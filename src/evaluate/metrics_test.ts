import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { averagePrecision } from "./average_precision.ts";
import { hit } from "./hit.ts";
import { ndcg } from "./ndcg.ts";
import { recall } from "./recall.ts";
import { reciprocalRank } from "./reciprocal_rank.ts";

/** Expected values are the formulas written out, or what `pytrec_eval` gave. */
const relevant = new Map([["a", 2], ["b", 1], ["c", 1]]);
const METRICS = { ndcg, recall, averagePrecision, hit, reciprocalRank };
const EACH = Object.entries(METRICS);

/** By `fixtures/generate_pytrec_eval.py`. */
interface Fixture {
  readonly cutoffs: readonly number[];
  readonly queries: readonly {
    readonly ranking: readonly string[];
    readonly grades: Readonly<Record<string, number>>;
    /** A value a cutoff. */
    readonly expected: Readonly<Record<keyof typeof METRICS, readonly number[]>>;
  }[];
}

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

test("recall() is the share of relevant items among the first k", () => {
  expect(recall(["a", "x", "b"], relevant, 10)).toBe(2 / 3);
  expect(recall(["a", "x", "b"], relevant, 1)).toBe(1 / 3);
});

test("averagePrecision() divides by all that is relevant, found or not, beyond k too", () => {
  expect(averagePrecision(["a", "x", "b"], relevant, 10)).toBe((1 / 1 + 2 / 3) / 3);
  expect(averagePrecision(["a", "x", "b"], relevant, 2)).toBe(1 / 1 / 3);
  expect(averagePrecision(["c", "b", "a"], relevant, 10)).toBe(1);
});

test("reciprocalRank() looks for the first relevant item, whatever its grade", () => {
  expect(reciprocalRank(["x", "b", "a"], relevant, 10)).toBe(1 / 2);
  expect(reciprocalRank(["x", "b", "a"], relevant, 1)).toBe(0);
  expect(reciprocalRank(["x", "y", "b"], relevant, Infinity)).toBe(1 / 3);
});

test("hit() is 1 as soon as anything relevant is among the first k", () => {
  expect(hit(["x", "b", "a"], relevant, 2)).toBe(1);
  expect(hit(["x", "b", "a"], relevant, 1)).toBe(0);
});

describe("every metric", () => {
  const { cutoffs, queries }: Fixture = JSON.parse(
    readFileSync(new URL("fixtures/pytrec_eval.json", import.meta.url), "utf8"),
  );

  test.each(EACH)("%s() agrees with pytrec_eval", (name, metric) => {
    expect(queries.length).toBe(20);
    for (const { ranking, grades, expected } of queries) {
      const relevant = new Map(Object.entries(grades));
      for (const [i, k] of cutoffs.entries()) {
        const wanted = expected[name as keyof typeof METRICS][i] as number;
        expect(metric(ranking, relevant, k)).toBeCloseTo(wanted, 12);
      }
    }
  });

  test.each(EACH)("%s() passes over an id that is there again", (_, metric) => {
    for (const k of [1, 2, 3, 10]) {
      expect(metric(["x", "b", "x", "b", "a"], relevant, k))
        .toBe(metric(["x", "b", "a"], relevant, k));
    }
  });

  test.each(EACH)("%s() is 0 where nothing is found, relevant or asked for", (_, metric) => {
    expect(metric([], relevant, 10)).toBe(0);
    expect(metric(["x"], relevant, 10)).toBe(0);
    expect(metric(["a"], relevant, 0)).toBe(0);
    expect(metric(["a"], new Map(), 10)).toBe(0);
    expect(metric(["a"], new Map([["a", 0], ["b", -1]]), 10)).toBe(0);
  });
});
