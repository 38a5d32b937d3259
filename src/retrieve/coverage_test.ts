import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { rrf } from "../fusion/rrf.ts";
import { fairRanks, type SpaceRanking } from "./coverage.ts";

function ranking(held: number, hits: Record<string, boolean>): SpaceRanking {
  return {
    held,
    hits: Object.entries(hits).map(([id, alone], i) => ({ id, alone, rank: i + 1 })),
  };
}

describe("fairRanks()", () => {
  test("fairRanks() stretches the ranks of a space that holds a tenth tenfold", () => {
    const [, large] = fairRanks([
      ranking(100, { a: false, b: true }),
      ranking(10, { a: false, c: false }),
    ], 100);
    // r' = (r − ½) · N / n + ½ with N = 100, n = 10.
    expect(large?.slice(0, 2).map(({ id, rank }) => [id, rank])).toEqual([
      ["a", 0.5 * 10 + 0.5],
      ["c", 1.5 * 10 + 0.5],
    ]);
  });

  test("fairRanks() lets a memory of one space vote in the other with its own rank", () => {
    const lists = fairRanks([ranking(2, { a: false, b: true }), ranking(1, { a: false })], 2);
    const [best, second] = rrf(lists);
    expect(best).toMatchObject({ id: "a", score: 1 / 61 + 1 / (60 + 0.5 * 2 + 0.5) });
    expect(second).toMatchObject({ id: "b", score: 2 / 62 });
  });

  test("fairRanks() are the ranks as they were when all memories are in both spaces, or none", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom(..."abcdefgh")),
        fc.uniqueArray(fc.constantFrom(..."abcdefgh")),
        (first, second) => {
          const both = (ids: readonly string[]) =>
            ranking(8, Object.fromEntries(ids.map((id) => [id, false])));
          const [small, large] = [both(first), both(second)];
          expect(rrf(fairRanks([small, large], 8))).toEqual(rrf([small.hits, large.hits]));
          const [alone] = fairRanks([small, ranking(0, {})], 8);
          expect(rrf([alone ?? []])).toEqual(rrf([small.hits]));
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("fairRanks() never ranks below 1, though counts be older than hits", () => {
    const hits = { a: false, b: false, c: false };
    for (const held of [0, 1, 3, 1000]) {
      const ranks = fairRanks([ranking(held, hits)], 2).flat().map(({ rank }) => rank);
      expect(Math.min(...ranks)).toBeGreaterThanOrEqual(1);
      expect(ranks.every(Number.isFinite)).toBe(true);
    }
  });
});
