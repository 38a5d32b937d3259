import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Fused, Ranked, Scored, Weights } from "./ranked.ts";

/** An item that any strategy takes. */
export type Item = Ranked & Scored;

/** A way to make one list of several. */
export type Fuse = (lists: readonly (readonly Item[])[], options?: Weights) => Fused[];

/** For `fc.assert`. */
export const RUNS = { numRuns: 1000 };

/** A list with these scores, best first. */
export function listOf(scores: Readonly<Record<string, number>>): Item[] {
  return Object.entries(scores)
    .sort(([, a], [, b]) => b - a)
    .map(([id, score], i) => ({ id, rank: i + 1, score }));
}

/** The scores of a fused list by id. */
export function scores(fused: readonly Fused[]): Record<string, number> {
  return Object.fromEntries(fused.map(({ id, score }) => [id, score]));
}

const ids = fc.constantFrom(..."abcdefghijkl");
/** So coarse that there are ties. */
const aScore = fc.integer({ min: 0, max: 20 }).map((n) => n / 20);

/** Up to 4 lists of up to 12 items of the same 12, best first. */
export const lists: fc.Arbitrary<Item[][]> = fc.array(
  fc.uniqueArray(fc.tuple(ids, aScore), { maxLength: 12, selector: ([id]) => id })
    .map((items) => listOf(Object.fromEntries(items))),
  { maxLength: 4 },
);

/** For 4 lists; some are 0. */
const weights = fc.array(fc.constantFrom(0, 0.5, 1, 2), { minLength: 4, maxLength: 4 });

/** What every strategy does. */
export function strategyContract(name: string, fuse: Fuse): void {
  describe(`strategy contract: ${name}`, () => {
    test(`${name} of empty lists is empty`, () => {
      expect(fuse([])).toEqual([]);
      expect(fuse([[], []])).toEqual([]);
    });

    test(`${name} refuses by name what is no weight`, () => {
      for (const weight of [-1, NaN, Infinity]) {
        expect(() => fuse([listOf({ a: 1 })], { weights: [weight] }))
          .toThrow(`A weight of ${name} is ${weight}; wanted 0 or more.`);
      }
    });

    test(`${name} gives each item once, best first, its parts adding up`, () => {
      holds((lists, weights) => {
        const fused = fuse(lists, { weights });
        for (const [i, { id, score, parts }] of fused.entries()) {
          expect(parts.length).toBe(lists.length);
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(score);
          expect(score).toBeLessThanOrEqual(fused[i - 1]?.score ?? Infinity);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(lists.some((list) => list.some((item) => item.id === id))).toBe(true);
        }
        expect(new Set(fused.map(({ id }) => id)).size).toBe(fused.length);
      });
    });

    test(`${name} keeps the order of first appearance among ties`, () => {
      holds((lists) => {
        const order = lists.flat().map(({ id }) => id);
        const fused = fuse(lists);
        for (const [i, { id, score }] of fused.slice(1).entries()) {
          const before = fused[i] as Fused;
          if (before.score !== score) continue;
          expect(order.indexOf(before.id)).toBeLessThan(order.indexOf(id));
        }
      });
    });

    test(`${name} counts an item that a list holds twice at its best rank`, () => {
      holds((lists, weights) => {
        const twice = lists.map((list) => [
          ...list,
          ...list.map((item) => ({ ...item, rank: item.rank + 12, score: item.score - 1 })),
        ]);
        expect(fuse(twice, { weights })).toEqual(fuse(lists, { weights }));
      });
    });

    test(`${name} leaves out lists of weight 0, whatever they hold`, () => {
      holds((lists, weights) => {
        const left = lists.map((list, at) => weights[at] === 0 ? [] : list);
        expect(fuse(lists, { weights })).toEqual(fuse(left, { weights }));
      });
      const broken = [{ id: "a", rank: NaN, score: NaN }];
      expect(fuse([broken], { weights: [0] })).toEqual([]);
    });

    test(`${name} changes none of its input`, () => {
      holds((lists, weights) => {
        const before = structuredClone({ lists, weights });
        fuse(lists, { weights });
        expect({ lists, weights }).toEqual(before);
      });
    });
  });
}

/** What strategies do in which every list has a say on every item. */
export function votingContract(name: string, fuse: Fuse): void {
  describe(`voting contract: ${name}`, () => {
    test(`${name} gives scores that do not depend on the order of lists`, () => {
      const turned = lists.chain((lists) =>
        fc.tuple(
          fc.constant(lists),
          fc.shuffledSubarray([...lists.keys()], { minLength: lists.length }),
          weights,
        )
      );
      fc.assert(
        fc.property(turned, ([lists, order, weights]) => {
          const other = scores(fuse(
            order.map((at) => lists[at] as Item[]),
            { weights: order.map((at) => weights[at] as number) },
          ));
          const own = scores(fuse(lists, { weights }));
          expect(Object.keys(other).sort()).toEqual(Object.keys(own).sort());
          for (const [id, score] of Object.entries(own)) expect(other[id]).toBeCloseTo(score, 12);
        }),
        RUNS,
      );
    });

    test(`${name} scores an item that one more list holds at least as high as before`, () => {
      fc.assert(
        fc.property(lists, ids, aScore, (lists, id, score) => {
          const before = scores(fuse(lists))[id] ?? 0;
          const after = scores(fuse([...lists, listOf({ [id]: score })]))[id];
          expect(after).toBeGreaterThanOrEqual(before);
        }),
        RUNS,
      );
    });

    test(`${name} scores an item at least as high as one that is behind it in every list`, () => {
      holds((lists) => {
        const fused = fuse(lists);
        for (const ahead of fused) {
          for (const behind of fused) {
            if (!lists.every((list) => isAhead(ahead.id, behind.id, list))) continue;
            expect(ahead.score).toBeGreaterThanOrEqual(behind.score);
          }
        }
      });
    });
  });
}

/** Whether a list that holds `behind` has `ahead` before it. */
function isAhead(ahead: string, behind: string, list: readonly Item[]): boolean {
  const [place, other] = [ahead, behind].map((id) => list.findIndex((item) => item.id === id));
  return other === -1 || (place !== -1 && (place as number) < (other as number));
}

function holds(law: (lists: Item[][], weights: number[]) => void): void {
  fc.assert(
    fc.property(lists, weights, (lists, weights) => law(lists, weights.slice(0, lists.length))),
    RUNS,
  );
}
