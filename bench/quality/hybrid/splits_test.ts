import { expect, test } from "bun:test";
import { evaluate, type GoldenQuery } from "../../../src/evaluate/evaluate.ts";
import { splitsOf } from "./splits.ts";

function query(id: string, namespace: string): GoldenQuery {
  return { id, text: "?", namespace, relevant: new Map([[id, 1]]) };
}

test("splitsOf() has the namespaces at even places of their sorted names, the others, and all", async () => {
  const queries = [query("1", "c"), query("2", "b"), query("3", "a"), query("4", "b")];
  // Those of b are answered.
  const evaluation = await evaluate(
    queries,
    async ({ id, namespace }) => namespace === "b" ? [id] : [],
  );
  const splits = splitsOf(queries, evaluation);
  expect(splits.map(({ name, namespaces, evaluation }) => [name, namespaces, evaluation.mean.hit]))
    .toEqual([["tuned on", ["b"], 1], ["held out", ["a", "c"], 0], [
      "all",
      ["a", "b", "c"],
      1 / 2,
    ]]);
});

test("splitsOf() has none for a single namespace", async () => {
  const queries = [query("1", "a")];
  expect(splitsOf(queries, await evaluate(queries, async () => ["1"]))).toEqual([]);
});
