import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { progressBar } from "../../../backends/cli/progress.ts";
import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";
import type { ModelSpec } from "../../../src/embed/model_spec.ts";
import { DEFAULT_TRUST_WEIGHT } from "../../../src/memory/search.ts";
import { describeMachine } from "../../speed/measure/machine.ts";
import { type Collection, readBeir } from "../data/beir.ts";
import { modelSource } from "../data/models.ts";
import { RESULTS } from "../data/results.ts";
import { embedded } from "../data/vectors.ts";
import type { Options } from "../options.ts";
import { fairVotesPlot } from "../report/plot.ts";
import type { DatasetFigures, Run } from "../report/run.ts";
import { fairVotesTable, fitEverywhere, verdictTable } from "../report/tables.ts";
import { type EmbeddedCollection, fairVotes } from "./run.ts";
import { compareWithStore } from "./store.ts";

/** Two embedding spaces of which some memories are in both: prints tables, writes JSON and SVG. */
export async function benchFairVotes(
  { datasets, seeds, store, json, small: smallSpec }: Options,
  largeSpec: ModelSpec,
): Promise<void> {
  const [small, large] = await Promise.all([modelSource(smallSpec), modelSource(largeSpec)]);
  const measured: DatasetFigures[] = [];
  for (const folder of datasets) {
    const { name, collections } = readBeir(folder);
    const ready: EmbeddedCollection[] = [];
    for (const collection of collections) ready.push(await embed(collection, small, large));
    const bar = progressBar({ label: `Fusing ${name}` });
    const figures = fairVotes(ready, seeds, (done, total) => bar.update(done, total));
    bar.end();
    const count = (of: (collection: Collection) => readonly unknown[]) =>
      collections.reduce((sum, collection) => sum + of(collection).length, 0);
    measured.push({
      name,
      documents: count(({ documents }) => documents),
      queries: count(({ queries }) => queries),
      figures,
    });
    if (store > 0) process.stdout.write(await compareWithStore(ready, small, large, store));
  }
  const result: Run = {
    date: new Date().toISOString(),
    commit: describeMachine().commit,
    small: small.model.id,
    large: large.model.id,
    seeds,
    datasets: measured,
  };
  process.stdout.write(report(result));
  mkdirSync(RESULTS, { recursive: true });
  const text = `${JSON.stringify(result, null, 2)}\n`;
  for (const path of [`${RESULTS}fair_votes.json`, ...json === null ? [] : [json]]) {
    writeFileSync(path, text);
  }
  writeFileSync(`${RESULTS}fair_votes.svg`, fairVotesPlot(measured, DEFAULT_TRUST_WEIGHT));
}

async function embed(
  collection: Collection,
  small: EmbedderSource,
  large: EmbedderSource,
): Promise<EmbeddedCollection> {
  const documents = collection.documents.map(({ text }) => text);
  const queries = collection.queries.map(({ text }) => text);
  const by = async (source: EmbedderSource) => ({
    documents: await embedded(RESULTS, source, documents, "document"),
    queries: await embedded(RESULTS, source, queries, "query"),
  });
  return { ...collection, small: await by(small), large: await by(large) };
}

function report({ datasets, seeds, small, large, commit }: Run): string {
  return [
    `Commit ${commit}; small space ${small}, large space ${large}; seeds ${seeds.join(", ")}.`,
    ...datasets.map(({ name, documents, queries }) =>
      `${name}: ${documents} documents, ${queries} queries with an answer.`
    ),
    `\nnDCG@10 by the share of memories elevated; trust weight 0 / ${DEFAULT_TRUST_WEIGHT}.\n`,
    fairVotesTable(datasets),
    ...datasets.flatMap((dataset) => [
      `\n${dataset.name}: points gained against no elevation.\n`,
      verdictTable(dataset),
    ]),
    `\nFit for a default on all: ${fitEverywhere(datasets).join("; ") || "none"}.\n`,
  ].join("\n");
}
