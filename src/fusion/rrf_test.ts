import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Ranked } from "./ranked.ts";
import { rrf } from "./rrf.ts";
import { lists, RUNS, scores, strategyContract, votingContract } from "./strategy_contract.ts";

/** Expected values are the paper's formula, Σ w / (k + r), written out. */

function list(...ids: string[]): Ranked[] {
  return ids.map((id, i) => ({ id, rank: i + 1 }));
}

strategyContract("rrf()", rrf);
votingContract("rrf()", rrf);

describe("rrf()", () => {
  test("rrf fuses two lists", () => {
    expect(rrf([list("a", "b"), list("b", "c")])).toEqual([
      { id: "b", score: 1 / 62 + 1 / 61, parts: [1 / 62, 1 / 61] },
      { id: "a", score: 1 / 61, parts: [1 / 61, 0] },
      { id: "c", score: 1 / 62, parts: [0, 1 / 62] },
    ]);
  });

  test("rrf boosts elevated memories", () => {
    const small = list("plain", "elevated");
    expect(rrf([small]).map(({ id }) => id)).toEqual(["plain", "elevated"]);
    const large = list("elevated");
    expect(rrf([small, large]).map(({ id }) => id)).toEqual(["elevated", "plain"]);
  });

  test("rrf k defaults to 60", () => {
    expect(scores(rrf([list("a")]))).toEqual({ a: 1 / (60 + 1) });
    expect(scores(rrf([list("a")], { k: 0 }))).toEqual({ a: 1 });
    expect(rrf([list("a", "b")])).toEqual(rrf([list("a", "b")], { k: 60 }));
  });

  test("rrf of empty lists is empty", () => {
    expect(rrf([])).toEqual([]);
    expect(rrf([[], []])).toEqual([]);
  });

  test("rrf() breaks ties by first appearance", () => {
    const fused = rrf([list("a", "b"), list("c", "d")]);
    expect(fused.map(({ id }) => id)).toEqual(["a", "c", "b", "d"]);
  });

  test("rrf() counts an item that a list holds twice at its better rank", () => {
    expect(scores(rrf([list("a", "b", "a")]))).toEqual({ a: 1 / 61, b: 1 / 62 });
    expect(scores(rrf([[{ id: "a", rank: 9 }, { id: "a", rank: 2 }]]))).toEqual({ a: 1 / 62 });
  });

  test("rrf() weighs lists, and a weight of 0 removes one", () => {
    expect(scores(rrf([list("a"), list("a", "b")], { weights: [2, 0.5] })))
      .toEqual({ a: 2 / 61 + 0.5 / 61, b: 0.5 / 62 });
    expect(rrf([list("a"), list("b")], { weights: [1, 0] }))
      .toEqual([{ id: "a", score: 1 / 61, parts: [1 / 61, 0] }]);
  });

  test("rrf() refuses by name what is no rank, weight or k", () => {
    for (const rank of [0, -1, 0.5, NaN, Infinity]) {
      expect(() => rrf([[{ id: "a", rank }]])).toThrow("A rank of rrf() is");
    }
    expect(() => rrf([list("a")], { weights: [-1] })).toThrow("A weight of rrf() is -1");
    expect(() => rrf([list("a")], { weights: [NaN] })).toThrow("A weight of rrf() is NaN");
    expect(() => rrf([], { k: -1 })).toThrow("k of rrf() is -1");
  });

  test("rrf() scores an item in one list more at least as high as before", () => {
    fc.assert(
      fc.property(lists, fc.constantFrom(..."abcdef"), (lists, id) => {
        const before = scores(rrf(lists))[id] ?? 0;
        expect(scores(rrf([...lists, list(id)]))[id]).toBeGreaterThan(before);
      }),
      RUNS,
    );
  });

  test("rrf() is monotone in rank", () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 2, max: 50 }), (lists, rank) => {
        const at = (rank: number) => scores(rrf([...lists, [{ id: "x", rank }]]))["x"] as number;
        expect(at(rank - 1)).toBeGreaterThan(at(rank));
      }),
      RUNS,
    );
  });
});
