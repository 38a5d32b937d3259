import { describe, expect, test } from "bun:test";
import type { GoldenQuery } from "../../../src/evaluate/evaluate.ts";
import type { Configuration } from "./configurations.ts";
import { bestFirst, measure } from "./measure.ts";
import { verdict } from "./verdict.ts";

const queries = Array.from({ length: 20 }, (_, i): GoldenQuery => ({
  id: String(i + 1),
  text: "?",
  relevant: new Map([["right", 1]]),
}));

const USUAL: Configuration = { name: "default", options: {} };
const RRF: Configuration = { name: "a+b, rrf", options: { fusion: "rrf" } };
const MERGE: Configuration = { name: "a+b, merge", options: { fusion: "merge" } };

/** Measures configurations, each of which answers so many queries. */
function answering(
  ...all: readonly (readonly [configuration: Configuration, answered: number])[]
) {
  const answered = new Map(all.map(([{ name }, answered]) => [name, answered]));
  return measure(
    all.map(([configuration]) => configuration),
    queries,
    ({ name }) => async ({ id }) => Number(id) <= answered.get(name)! ? ["right"] : ["wrong"],
    { k: 10, warmUp: 0 },
  );
}

describe("measure()", () => {
  test("measure() asks all of each, what warms up besides, and compares with the first", async () => {
    const asked: string[] = [];
    const progress: number[] = [];
    const measured = await measure(
      [USUAL, RRF],
      queries.slice(0, 3),
      ({ name }) => ({ id }) => {
        asked.push(`${name} ${id}`);
        return Promise.resolve(name === "default" && id === "1" ? ["right"] : ["wrong", "right"]);
      },
      { k: 1, warmUp: 2, onProgress: (done) => progress.push(done) },
    );
    const ids = ["1", "2", "1", "2", "3"];
    expect(asked).toEqual([
      ...ids.map((id) => `default ${id}`),
      ...ids.map((id) => `a+b, rrf ${id}`),
    ]);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
    const [usual, rrf] = measured;
    expect(usual).toMatchObject({ ...USUAL, versus: null, evaluation: { k: 1 } });
    expect(rrf!.versus).toMatchObject({ wins: 0, ties: 2, losses: 1, difference: -1 / 3 });
  });

  test("bestFirst() leaves equals as they were", async () => {
    const measured = await answering([USUAL, 5], [RRF, 5], [MERGE, 6]);
    expect(bestFirst(measured).map(({ name }) => name)).toEqual([MERGE, USUAL, RRF].map(
      ({ name }) => name,
    ));
  });
});

describe("verdict()", () => {
  test("verdict() chooses what beats the default by more than chance, and says how", async () => {
    const { choice, sentence } = verdict(await answering([USUAL, 5], [RRF, 18], [MERGE, 17]));
    expect(choice).toBe("a+b, rrf");
    expect(sentence).toContain("Choose a+b, rrf: nDCG@10 90.0 against 25.0 by default");
    expect(sentence).toContain('search(query, {"fusion":"rrf"})');
  });

  test("verdict() keeps the default where the difference may be chance", async () => {
    const { choice, sentence } = verdict(await answering([USUAL, 10], [RRF, 12], [MERGE, 3]));
    expect(choice).toBe("default");
    expect(sentence).toMatch(/^Keep the default: a\+b, rrf has nDCG@10 60\.0 against 50\.0/);
    expect(sentence).toContain("over 20 queries is within chance (p 0.5");
  });

  test("verdict() asks for more where more was tried: one of many wins by luck", async () => {
    const seven = [RRF, 7] as const;
    const others = Array.from(
      { length: 9 },
      (_, i) => [{ name: `other ${i}`, options: {} }, 0] as const,
    );
    // Seven wins and no loss: p is about 2 / 2 ** 7 = 0.016.
    expect(verdict(await answering([USUAL, 0], seven)).choice).toBe("a+b, rrf");
    expect(verdict(await answering([USUAL, 0], seven, ...others)).choice).toBe("default");
  });

  test("verdict() keeps a default that nothing beats, and one that is alone", async () => {
    for (const measured of [await answering([USUAL, 9], [RRF, 9]), await answering([USUAL, 9])]) {
      expect(verdict(measured)).toEqual({
        choice: "default",
        sentence: "Keep the default: nothing else that was tried has a better nDCG@10.",
      });
    }
  });
});
