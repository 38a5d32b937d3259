import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readInContext, type Turn } from "./turns.ts";

/** Turns in their order, each with the bits of the terms that it holds. */
function conversation(
  ...said: readonly (readonly [text: string, holds: number, cosine?: number])[]
): { turns: Map<string, Turn>; window: string[] } {
  const turns = said.map(([text, holds, cosine], i): [string, Turn] => [`t${i}`, {
    id: `t${i}`,
    session: "s",
    text,
    holds,
    cosines: [cosine ?? null],
  }]);
  return { turns: new Map(turns), window: turns.map(([id]) => id) };
}

function read(
  { turns, window }: ReturnType<typeof conversation>,
  weights: readonly number[] = [1, 10],
  windows: readonly (readonly string[])[] = [window],
) {
  const context = readInContext(turns, windows, weights);
  return window.map((id) => context.get(id)!);
}

describe("readInContext()", () => {
  test("readInContext() adds what turns up to three before and behind hold, by distance", () => {
    const said = conversation(
      ["a.", 0],
      ["b.", 0],
      ["c.", 0],
      ["d.", 0],
      ["e.", 0b10],
      ["f.", 0],
      ["g.", 0],
      ["h.", 0],
      ["i.", 0],
    );
    const lexical = read(said).map(({ lexical }) => Number(lexical.toFixed(9)));
    expect(lexical).toEqual([0, 1.47, 2.1, 3, 10, 5, 3.5, 2.45, 0]);
  });

  test("readInContext() takes the best that any turn lends, never the sum, and own terms whole", () => {
    const said = conversation(["a.", 0b11], ["b.", 0b01], ["c.", 0b11]);
    const [, middle] = read(said);
    // The first term is its own; the second, of weight 10, is lent from before by half.
    expect(middle).toMatchObject({ lexical: 1 + 5, lent: 5 });
  });

  test("readInContext() has a question lend more to the turn right after it", () => {
    const asked = read(conversation(["Where was it?", 0b10], ["In Porto.", 0], ["Nice.", 0]));
    expect(asked[1]!.lent).toBeCloseTo(10 * 0.5 * 1.4, 9);
    expect(asked[2]!.lent).toBeCloseTo(10 * 0.35, 9);
  });

  test("readInContext() counts questions less, by their share of the sentences", () => {
    const texts = ["Where? When?", "I moved. And you?", "I moved.", "搬了吗？", ""];
    const said = conversation(...texts.map((text) => [text, 0] as const));
    expect(read(said).map(({ factor }) => factor)).toEqual([0.75, 0.875, 1, 0.75, 1]);
  });

  test("readInContext() smooths a cosine with those next to it, as far as there are any", () => {
    const cosines = read(conversation(["a", 0, 0.9], ["b", 0, 0.3], ["c", 0, 0.6], ["d", 0]))
      .map((turn) => turn.cosines[0]);
    expect(cosines[0]).toBeCloseTo((0.9 + 0.1 * 0.3) / 1.1, 12);
    expect(cosines[1]).toBeCloseTo((0.3 + 0.2 * 0.9 + 0.1 * 0.6) / 1.3, 12);
    expect(cosines[2]).toBeCloseTo((0.6 + 0.2 * 0.3) / 1.2, 12);
    expect(cosines[3]).toBeNull();
  });

  test("readInContext() joins windows that overlap, and leaves apart those that do not", () => {
    const said = conversation(["a.", 0b10], ["b.", 0], ["c.", 0], ["d.", 0]);
    const lent = (windows: string[][]) => read(said, [1, 10], windows).map(({ lent }) => lent);
    expect(lent([["t0", "t1", "t2"], ["t1", "t2", "t3"]])).toEqual([0, 5, 3.5, 0]);
    expect(lent([["t0", "t1"], ["t3"]])).toEqual([0, 5, 0, 0]);
  });

  test("readInContext() gives a turn at least its own terms, at most all", () => {
    const said = fc.array(fc.tuple(fc.constantFrom("So.", "So?"), fc.nat(7)), { maxLength: 12 });
    fc.assert(
      fc.property(said, fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)), (said, weights) => {
        const whole = weights.reduce((sum, weight) => sum + weight, 0);
        const conversed = conversation(...said);
        for (const [i, { lexical, lent }] of read(conversed, weights).entries()) {
          const holds = said[i]![1];
          const own = weights.reduce((sum, weight, t) => sum + (holds >> t & 1) * weight, 0);
          expect(lexical - lent).toBeCloseTo(own, 9);
          expect(lexical).toBeLessThanOrEqual(whole + 1e-9);
          expect(lent).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
