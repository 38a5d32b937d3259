import { expect, test } from "bun:test";
import { tune } from "./tune.ts";

test("tune() finds the best where axes depend on each other, and asks each setting once", async () => {
  const asked: string[] = [];
  // With depth 10 the weight is best at 1; with depth 50, which is better, at 2.
  const score = ({ weight, depth }: { weight: number; depth: number }) =>
    depth - 3 * Math.abs(weight - (depth === 50 ? 2 : 1));
  const tried = await tune(
    { weight: 1, depth: 10 },
    { weight: [1, 2, 4], depth: [10, 50] },
    (setting) => {
      asked.push(JSON.stringify(setting));
      return Promise.resolve(score(setting));
    },
  );
  expect(tried[0]).toEqual({ setting: { weight: 2, depth: 50 }, score: 50 });
  expect(new Set(asked).size).toBe(asked.length);
  expect(tried).toHaveLength(asked.length);
});
