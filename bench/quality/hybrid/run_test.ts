import { expect, test } from "bun:test";
import { identityOf, MINILM } from "../../../src/embed/catalogue.ts";
import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";
import { describeMachine } from "../../speed/measure/machine.ts";
import { hybridPlot, hybridReport } from "../report/hybrid.ts";
import type { EmbeddedDataset } from "./dataset.ts";
import { askDataset } from "./run.ts";

const source: EmbedderSource = {
  model: identityOf(MINILM, "int8"),
  maxTokens: MINILM.maxTokens,
  open: () => Promise.reject(new Error("opened")),
};

/** A vector with a 1 at a place. */
function unit(place: number): Float32Array {
  const vector = new Float32Array(384);
  vector[place] = 1;
  return vector;
}

/** Two namespaces: turns in one, and a document that is longer than the model's window in the other. */
const dataset: EmbeddedDataset = {
  name: "two",
  collections: [["talk", "s1"], ["papers", null]].map(([namespace, sessionId]) => ({
    namespace: namespace!,
    documents: [0, 1, 2].map((place) => {
      const text = sessionId === null ? `${namespace} ${place} `.repeat(400) : `Turn ${place}.`;
      const turn = { text, speaker: null, occurredAt: null, sessionId: sessionId!, order: place };
      return { id: `${namespace}-${place}`, text, turn, vector: unit(place) };
    }),
  })),
  queries: ["talk", "papers"].map((namespace) => ({
    id: `q-${namespace}`,
    text: "Which one?",
    namespace,
    relevant: new Map([[`${namespace}-1`, 1]]),
  })),
  queryVectors: new Map(["q-talk", "q-papers"].map((id) => [id, unit(1)])),
};

test(
  "askDataset() asks a real store by every configuration, with vectors that lie ready",
  async () => {
    const run = await askDataset(dataset, source, { retrievers: ["dense384"], fusion: ["rrf"] });
    expect(run).toMatchObject({ name: "two", namespaces: 2, documents: 6 });
    expect(run.measured.map(({ name }) => name)).toEqual(
      ["default", "fetchK 100", "fetchK 200", "fetchK 400", "without turns", "dense384"],
    );
    const { mean, queries } = run.measured.at(-1)!.evaluation;
    expect(mean).toEqual({ ndcg: 1, recall: 1, mrr: 1, map: 1, hit: 1 });
    expect(queries.map(({ id }) => id)).toEqual(["q-talk", "q-papers"]);
    expect(run.splits.map(({ name, namespaces }) => [name, namespaces])).toEqual([
      ["tuned on", ["talk"]],
      ["held out", ["papers"]],
      ["all", ["papers", "talk"]],
    ]);

    const report = hybridReport({ machine: describeMachine(), model: "m", datasets: [run] });
    expect(report).toContain("two: 6 documents, 2 queries, 2 namespaces.");
    expect(report).toMatch(/^dense384 +100\.0 +100\.0/m);
    expect(report).toMatch(/^held out: 1 +1 +/m);
    expect(report).toContain("Keep the default");
    expect(hybridPlot(run.measured)).toContain(">dense384</text>");
  },
  60_000,
);
