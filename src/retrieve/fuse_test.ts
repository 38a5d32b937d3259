import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { calibrated } from "./calibrate.ts";
import { fuseSpaces, type SpaceList } from "./fuse_spaces.ts";
import type { Hit } from "./retriever.ts";

function hit(id: string, rank: number, score: number, alone = false): Hit {
  return { id, rank, score, trust: 0.5, documentId: null, alone };
}

function list(name: string, hits: readonly Hit[], rest: Partial<SpaceList> = {}): SpaceList {
  const empty = { held: hits.length, moments: null, beyond: new Map<string, number>() };
  return { name, scan: "exact", hits, ...empty, ...rest };
}

const SMALL = list(
  "dense384",
  [hit("a", 1, 0.6), hit("b", 2, 0.5, true), hit("c", 3, 0.4)],
  { held: 100, moments: { mean: 0.1, deviation: 0.1 } },
);
const LARGE = list(
  "dense1024",
  [hit("c", 1, 0.9), hit("a", 2, 0.8)],
  { held: 10, moments: { mean: 0.6, deviation: 0.05 } },
);

describe("fuseSpaces()", () => {
  test("fuseSpaces() by rrf without coverage is the textbook's sum over both lists", () => {
    const fused = fuseSpaces([SMALL, LARGE], { fusion: "rrf", coverage: false, total: 100 });
    expect(fused.map(({ id, fused }) => [id, fused])).toEqual([
      ["a", 1 / 61 + 1 / 62],
      ["c", 1 / 63 + 1 / 61],
      ["b", 1 / 62],
    ]);
    expect(fused[0]).toMatchObject({
      votes: { dense384: { rank: 1, score: 0.6 }, dense1024: { rank: 2, score: 0.8 } },
      shares: { dense384: 1 / 61 / (1 / 61 + 1 / 62) },
    });
    expect(fused[2]).toMatchObject({ shares: { dense384: 1 } });
    expect(Object.keys(fused[2]!.votes)).toEqual(["dense384"]);
  });

  test("fuseSpaces() by rrf with coverage stretches the ranks of the space that holds a tenth", () => {
    const [best, second, third] = fuseSpaces([SMALL, LARGE], {
      fusion: "rrf",
      coverage: true,
      total: 100,
    });
    expect(best).toMatchObject({ id: "b", fused: 2 / 62 });
    // r' = (r − ½) · 100 / 10 + ½; what is in one space only votes twice with its own rank.
    expect([second, third].map((hit) => [hit!.id, hit!.fused])).toEqual([
      ["c", 1 / 63 + 1 / (60 + 5.5)],
      ["a", 1 / 61 + 1 / (60 + 15.5)],
    ]);
  });

  test("fuseSpaces() by calibrated scores counts a cosine that was fetched beyond the hits", () => {
    const beyond = new Map([["c", 0.35]]);
    const small = list("dense384", [hit("a", 1, 0.6)], { moments: SMALL.moments, beyond });
    const fused = fuseSpaces([small, LARGE], { fusion: "calibrated", coverage: true, total: 2 });
    const c = fused.find(({ id }) => id === "c")!;
    const { score, parts } = calibrated([0.35, 0.9], [small.moments, LARGE.moments]);
    expect(c.fused).toBe(score);
    expect(c.votes).toEqual({
      dense384: { rank: null, score: 0.35 },
      dense1024: { rank: 1, score: 0.9 },
    });
    expect(c.shares["dense384"]).toBe(parts[0]! / score);
  });

  test("fuseSpaces() of one space keeps its cosines, none below zero", () => {
    const one = list("dense384", [hit("a", 1, 0.6), hit("b", 2, -0.1)]);
    const fused = fuseSpaces([one], { fusion: "calibrated", coverage: true, total: 0 });
    expect(fused.map(({ id, fused }) => [id, fused])).toEqual([["a", 0.6], ["b", 0]]);
  });

  test("fuseSpaces() gives each memory once, best first, with shares that sum to 1", () => {
    const ids = fc.uniqueArray(fc.constantFrom(..."abcdefgh"));
    const fusions = fc.constantFrom("rrf", "calibrated" as const);
    fc.assert(
      fc.property(ids, ids, fusions, fc.boolean(), (first, second, fusion, coverage) => {
        const hitsOf = (own: readonly string[], other: readonly string[]) =>
          own.map((id, i) => hit(id, i + 1, 0.9 - i / 10, !other.includes(id)));
        const lists = [
          list("dense384", hitsOf(first, second), { moments: SMALL.moments }),
          list("dense1024", hitsOf(second, first), { moments: LARGE.moments }),
        ];
        const fused = fuseSpaces(lists, { fusion, coverage, total: 8 });
        expect(fused.map(({ id }) => id).sort()).toEqual(
          [...new Set([...first, ...second])].sort(),
        );
        for (const [i, { fused: score, shares }] of fused.entries()) {
          expect(score).toBeLessThanOrEqual(fused[i - 1]?.fused ?? Infinity);
          expect(Object.values(shares).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10);
        }
      }),
      { numRuns: 500 },
    );
  });
});
