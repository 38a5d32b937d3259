import { afterAll, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeScratch } from "../../../testing/stores.ts";
import { readBeir } from "./beir.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = scratch.path();
  mkdirSync(join(folder, "qrels"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const TURN = {
  _id: "2",
  text: "I moved.",
  metadata: {
    namespace: "n",
    speaker: "Mira",
    occurred_at: "2024-03-09T10:00:00",
    session_id: "s1",
    order: 4,
  },
};

test("readBeir() keeps what a turn is made of beside what is embedded of it", () => {
  const folder = folderOf({
    "corpus.jsonl": [
      TURN,
      { _id: "1", title: "Wings", text: "They lift." },
      { _id: "3", text: " " },
    ].map((line) => JSON.stringify(line)).join("\n"),
    "queries.jsonl": ["a", "b"].map((_id) => JSON.stringify({ _id, text: "Who?" })).join("\n"),
    "qrels/test.tsv": "query-id\tcorpus-id\tscore\na\t1\t2\na\t3\t0\nb\t1\t0\n",
  });
  const { collections } = readBeir(folder);
  expect(collections).toEqual([
    {
      namespace: "",
      documents: [{
        id: "1",
        text: "Wings\nThey lift.",
        turn: {
          text: "Wings\nThey lift.",
          speaker: null,
          occurredAt: null,
          sessionId: null,
          order: null,
        },
      }],
      // What nothing answers is not asked.
      queries: [{ id: "a", text: "Who?", relevant: new Map([["1", 2]]) }],
    },
    {
      namespace: "n",
      documents: [{
        id: "2",
        text: "On 9 March 2024, Mira said: I moved.",
        turn: {
          text: "I moved.",
          speaker: "Mira",
          occurredAt: new Date("2024-03-09T10:00:00Z"),
          sessionId: "s1",
          order: 4,
        },
      }],
      queries: [],
    },
  ]);
});
