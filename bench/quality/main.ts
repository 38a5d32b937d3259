/** How well two embedding spaces answer together: see README.md. */
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { progressBar } from "../../backends/cli/progress.ts";
import type { EmbedderSource } from "../../src/embed/lazy_embedder.ts";
import { DEFAULT_TRUST_WEIGHT } from "../../src/memory/search.ts";
import { describeMachine } from "../speed/measure/machine.ts";
import { type Collection, readBeir } from "./data/beir.ts";
import { modelSource } from "./data/models.ts";
import { RESULTS } from "./data/results.ts";
import { embedded } from "./data/vectors.ts";
import { type EmbeddedCollection, fairVotes } from "./fair_votes/run.ts";
import { compareWithStore } from "./fair_votes/store.ts";
import { HELP, type Options, parseOptions } from "./options.ts";
import { fairVotesPlot } from "./report/plot.ts";
import type { DatasetFigures, Run } from "./report/run.ts";
import { fairVotesTable, fitEverywhere, verdictTable } from "./report/tables.ts";
import { stsLine, stsSpearman } from "./sts/run.ts";

const options = read();
if (options.help) process.stdout.write(HELP);
else await run(options);

function read(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
    return process.exit(2);
  }
}

async function run({ datasets, seeds, store, json, sts, ...models }: Options): Promise<void> {
  if (sts !== null) {
    const source = await modelSource(models.small);
    const figure = await stsSpearman(sts, source);
    process.stdout.write(`${stsLine(source.model.id, figure)}\n`);
  }
  if (datasets.length === 0) return;
  const [small, large] = await Promise.all([modelSource(models.small), modelSource(models.large)]);
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
