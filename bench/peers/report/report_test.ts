import { expect, test } from "bun:test";
import { peersTable } from "./report.ts";

test("peersTable() has a line a peer, times in milliseconds and seconds", () => {
  const figure = {
    dataset: "two",
    name: "fake",
    setting: "best",
    filling: 1500,
    evaluation: {
      k: 10,
      mean: { ndcg: 0.5166, recall: 0.6664, mrr: 0, map: 0, hit: 0 },
      p50: 1.234,
      p95: 12.345,
      queries: [],
    },
  };
  expect(peersTable([figure]).split("\n")).toEqual([
    "| peer | setting | nDCG@10 | R@10 | p50 ms | p95 ms | filled in s |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    "| fake | best | 51.7 | 66.6 | 1.23 | 12.35 | 1.50 |",
  ]);
});
