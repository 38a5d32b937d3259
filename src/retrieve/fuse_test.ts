import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { NORMALISATIONS, STRATEGIES } from "../fusion/strategies.ts";
import { calibrated } from "./calibrate.ts";
import { DENSE_WEIGHT, type Evidence, fuse, type FuseOptions } from "./fuse.ts";
import type { Hit } from "./retriever.ts";

function hit(id: string, rank: number, score: number, alone = false): Hit {
  return { id, rank, score, trust: 0.5, documentId: null, alone };
}

function list(name: string, hits: readonly Hit[], rest: Partial<Evidence> = {}): Evidence {
  const empty = { held: hits.length, moments: null, beyond: new Map<string, number>() };
  return { name, kind: "dense", scan: "exact", hits, ...empty, ...rest };
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

/** Found by words: a and d; d has no vector. */
const WORDS: Evidence = {
  ...list("lexical", [hit("d", 1, 8), hit("a", 2, 4)]),
  kind: "lexical",
};

const DEFAULTS: FuseOptions = {
  fusion: "weighted",
  weights: {},
  normalise: null,
  rrfK: 60,
  coverage: true,
  total: 100,
};

describe("fuse()", () => {
  test("fuse() by rrf without coverage is the textbook's sum over all lists", () => {
    const options: FuseOptions = { ...DEFAULTS, fusion: "rrf", coverage: false };
    const fused = fuse([SMALL, LARGE], options);
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
    const [best] = fuse([SMALL, LARGE, WORDS], { ...options, rrfK: 10, weights: { lexical: 2 } });
    expect([best!.id, best!.fused]).toEqual(["a", 1 / 11 + 1 / 12 + 2 / 12]);
  });

  test("fuse() by rrf with coverage stretches the ranks of the space that holds a tenth", () => {
    const [best, second, third] = fuse([SMALL, LARGE], { ...DEFAULTS, fusion: "rrf" });
    expect(best).toMatchObject({ id: "b", fused: 2 / 62 });
    // r' = (r − ½) · 100 / 10 + ½; what is in one space only votes twice with its own rank.
    expect([second, third].map((hit) => [hit!.id, hit!.fused])).toEqual([
      ["c", 1 / 63 + 1 / (60 + 5.5)],
      ["a", 1 / 61 + 1 / (60 + 15.5)],
    ]);
    // Words have ranks of their own, wherever their list stands.
    const withWords = fuse([WORDS, SMALL, LARGE], { ...DEFAULTS, fusion: "rrf" });
    expect(withWords.find(({ id }) => id === "a")!.fused)
      .toBeCloseTo(1 / 61 + 1 / (60 + 15.5) + 1 / 62, 12);
  });

  test("fuse() by weighted scores counts a cosine that was fetched beyond the hits", () => {
    const beyond = new Map([["c", 0.35]]);
    const small = list("dense384", [hit("a", 1, 0.6)], { moments: SMALL.moments, beyond });
    const fused = fuse([small, LARGE], DEFAULTS);
    const c = fused.find(({ id }) => id === "c")!;
    const { score, parts } = calibrated([0.35, 0.9], [small.moments, LARGE.moments]);
    expect(c.fused).toBeCloseTo(score, 12);
    expect(c.votes).toEqual({
      dense384: { rank: null, score: 0.35 },
      dense1024: { rank: 1, score: 0.9 },
    });
    expect(c.shares["dense384"]).toBeCloseTo(parts[0]! / score, 12);
  });

  test("fuse() weighs words as shares of the best, and calibrated cosines a sixth of that", () => {
    const fused = fuse([SMALL, WORDS], DEFAULTS);
    const dense = (cosine: number) => calibrated([cosine], [SMALL.moments]).score / 6;
    const scores = Object.fromEntries(fused.map(({ id, fused }) => [id, fused]));
    expect(DENSE_WEIGHT).toBe(1 / 6);
    expect(scores["d"]).toBe(1);
    expect(scores["a"]).toBeCloseTo(4 / 8 + dense(0.6), 12);
    expect(scores["b"]).toBeCloseTo(dense(0.5), 12);
    expect(fused.find(({ id }) => id === "a")!.shares["lexical"])
      .toBeCloseTo(0.5 / (0.5 + dense(0.6)), 12);
  });

  test("fuse() gives a memory one dense score, however many spaces hold it", () => {
    const moments = { mean: 0, deviation: 0.1 };
    const both = [hit("both", 1, 0.5), hit("one", 2, 0.5)];
    const small = list("dense384", both, { moments });
    const large = list("dense1024", [hit("both", 1, 0.5)], { moments });
    for (const normalise of NORMALISATIONS.filter((name) => name !== "rank")) {
      const fused = fuse([small, large, WORDS], { ...DEFAULTS, normalise });
      const [one, two] = ["one", "both"].map((id) => fused.find((hit) => hit.id === id)!.fused);
      expect(one).toBeCloseTo(two as number, 12);
    }
  });

  test("fuse() weighs lists by name, and leaves out those of weight 0", () => {
    const lexicalOnly = fuse([SMALL, WORDS], { ...DEFAULTS, weights: { dense384: 0 } });
    expect(lexicalOnly.map(({ id, fused }) => [id, fused])).toEqual([["d", 8], ["a", 4]]);
    const half = fuse([SMALL, WORDS], {
      ...DEFAULTS,
      normalise: "min-max",
      weights: { dense384: 0.5, lexical: 0.5 },
    });
    // Cosines 0.6, 0.5, 0.4 become 1, ½, 0; scores 8 and 4 become 1 and 0.
    expect(half.map(({ id, fused }) => [id, Number(fused.toFixed(9))]))
      .toEqual([["a", 0.5], ["d", 0.5], ["b", 0.25], ["c", 0]]);
  });

  test("fuse() takes the other strategies as they are", () => {
    const ids = (fusion: FuseOptions["fusion"]) =>
      fuse([SMALL, WORDS], { ...DEFAULTS, fusion }).map(({ id }) => id);
    expect(ids("merge")).toEqual(["d", "a", "b", "c"]);
    expect(ids("priority")).toEqual(["a", "b", "c"]);
    expect(ids("interleave")).toEqual(["a", "d", "b", "c"]);
  });

  test("fuse() of one list keeps its scores, none below zero", () => {
    const one = list("dense384", [hit("a", 1, 0.6), hit("b", 2, -0.1)]);
    const fused = fuse([one], DEFAULTS);
    expect(fused.map(({ id, fused }) => [id, fused])).toEqual([["a", 0.6], ["b", 0]]);
    expect(fuse([], DEFAULTS)).toEqual([]);
  });

  test("fuse() gives each memory once, best first, with shares that sum to 1", () => {
    const ids = fc.uniqueArray(fc.constantFrom(..."abcdefgh"));
    const fusions = fc.constantFrom(...STRATEGIES);
    const normalisations = fc.constantFrom(null, ...NORMALISATIONS);
    fc.assert(
      fc.property(
        ids,
        ids,
        ids,
        fusions,
        normalisations,
        fc.boolean(),
        (first, second, words, fusion, normalise, coverage) => {
          const hitsOf = (own: readonly string[], other: readonly string[]) =>
            own.map((id, i) => hit(id, i + 1, 0.9 - i / 10, !other.includes(id)));
          const lists = [
            list("dense384", hitsOf(first, second), { moments: SMALL.moments }),
            list("dense1024", hitsOf(second, first), { moments: LARGE.moments }),
            { ...list("lexical", hitsOf(words, [])), kind: "lexical" as const },
          ];
          const fused = fuse(lists, { ...DEFAULTS, fusion, normalise, coverage, total: 8 });
          const union = [...new Set([...first, ...second, ...words])];
          const found = fusion !== "priority"
            ? union
            : [first, second, words].find((list) => list.length > 0) ?? [];
          expect(fused.map(({ id }) => id).sort()).toEqual([...found].sort());
          for (const [i, { fused: score, shares }] of fused.entries()) {
            expect(score).toBeLessThanOrEqual(fused[i - 1]?.fused ?? Infinity);
            expect(score).toBeGreaterThanOrEqual(0);
            expect(Object.values(shares).reduce((sum, share) => sum + share, 0))
              .toBeCloseTo(1, 10);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });
});
