import { describe, expect, test } from "bun:test";
import { compare } from "./compare.ts";
import { type Evaluation, summarise } from "./figures.ts";
import { permutationTest } from "./permutation.ts";

/** An evaluation whose queries have these scores in every metric. */
function scored(scores: readonly number[], k = 10, ids = scores.map((_, i) => String(i))) {
  const queries = scores.map((score, i) => ({
    id: ids[i]!,
    ndcg: score,
    recall: 0,
    mrr: score,
    map: score,
    hit: score,
    ms: 1,
  }));
  return summarise(queries, k);
}

describe("compare()", () => {
  const [a, b] = [[1, 0.5, 0.5, 0, 1, 1], [0, 0.5, 1, 0, 0, 0]];

  test("compare() pairs the queries", () => {
    const { p, ...rest } = compare(scored(a), scored(b), "ndcg");
    expect(rest).toEqual({ difference: expect.closeTo(2.5 / 6, 12), wins: 3, ties: 2, losses: 1 });
    expect(p).toBe(permutationTest(a, b, { seed: 1 }));
  });

  test("compare() goes by the metric and by the seed that were named", () => {
    expect(compare(scored(a), scored(b), "recall"))
      .toEqual({ difference: 0, wins: 0, ties: 6, losses: 0, p: 1 });
    expect(compare(scored(a), scored(b), "map", { seed: 5 }).p)
      .toBe(permutationTest(a, b, { seed: 5 }));
  });

  test("compare() refuses what was not asked alike", () => {
    const refused = (one: Evaluation, other: Evaluation) =>
      expect(() => compare(one, other, "ndcg")).toThrow("different queries or cutoffs");
    refused(scored([1]), scored([1, 0]));
    refused(scored([1], 10), scored([1], 5));
    refused(scored([1, 0], 10, ["a", "b"]), scored([1, 0], 10, ["b", "a"]));
  });
});
