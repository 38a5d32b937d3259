import { expect, test } from "bun:test";
import { peersTable } from "./report.ts";

test("peersTable() has a line a peer, times in milliseconds and seconds", () => {
  const figure = {
    dataset: "two",
    name: "fake",
    setting: "best",
    ndcg: 51.66,
    recall: 66.64,
    p50: 1.234,
    p95: 12.345,
    filling: 1500,
    raw: { ndcg: [], recall: [], ms: [] },
  };
  expect(peersTable([figure]).split("\n")).toEqual([
    "| peer | setting | nDCG@10 | R@10 | p50 ms | p95 ms | filled in s |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    "| fake | best | 51.7 | 66.6 | 1.23 | 12.35 | 1.50 |",
  ]);
});
