import { expect, test } from "bun:test";
import type { AskedDataset } from "../data.ts";
import type { Peer, PeerQuery } from "../peer.ts";
import { ask } from "./ask.ts";

const vector = new Float32Array([1, 0]);

function query(text: string, namespace: string, id: string) {
  return { text, namespace, vector, relevant: new Map([[id, 1]]) };
}

const dataset: AskedDataset = {
  name: "two",
  collections: ["here", "there"].map((namespace) => ({
    namespace,
    documents: ["1", "2"].map((id) => ({
      id: `${namespace}-${id}`,
      text: "a document",
      turn: { text: "a document", speaker: null, occurredAt: null, sessionId: null, order: null },
      vector,
    })),
    queries: [query("where?", namespace, `${namespace}-1`)],
  })),
};

/** Answers by `answer`, and notes whether it was closed. */
function peer(answer: (query: PeerQuery) => string[]): Peer & { closed: number } {
  const made = {
    name: "fake",
    setting: "documented",
    closed: 0,
    open: () =>
      Promise.resolve({
        search: (query: PeerQuery) => Promise.resolve(answer(query)),
        close: () => Promise.resolve(void made.closed++),
      }),
  };
  return made;
}

test("ask() takes the mean over the queries of all namespaces", async () => {
  // First in one namespace, second in the other: nDCG is 1 and 1 / log2(3).
  const fake = peer(({ namespace }) => namespace === "here" ? ["here-1"] : ["there-2", "there-1"]);
  const figure = await ask(fake, dataset);
  expect(figure).toMatchObject({ dataset: "two", name: "fake", setting: "documented" });
  expect(figure.evaluation.mean.ndcg).toBeCloseTo((1 + 1 / Math.log2(3)) / 2, 10);
  expect(figure.evaluation.queries.map(({ recall }) => recall)).toEqual([1, 1]);
  expect(fake.closed).toBe(1);
});

test("ask() tells a peer nothing of the answers", async () => {
  const seen = new Set<string>();
  await ask(
    peer((query) => {
      for (const key of Object.keys(query)) seen.add(key);
      return [];
    }),
    { ...dataset, collections: dataset.collections.slice(0, 1) },
  );
  expect([...seen].sort()).toEqual(["namespace", "text", "vector"]);
});

test("ask() rejects a document that is found twice, and closes the store", async () => {
  const fake = peer(() => ["here-1", "here-1"]);
  await expect(ask(fake, dataset)).rejects.toThrow('fake found a document twice for "where?"');
  expect(fake.closed).toBe(1);
});

test("ask() rejects a document of another namespace", async () => {
  const fake = peer(() => ["there-1"]);
  await expect(ask(fake, dataset)).rejects.toThrow(
    'fake found there-1 for "where?", which is not in "here"',
  );
});
