import {
  type Configuration,
  configurations,
  type ConfigurationTable,
} from "../../../backends/cli/bench/configurations.ts";
import { measure, type Measured } from "../../../backends/cli/bench/measure.ts";
import { progressBar } from "../../../backends/cli/progress.ts";
import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";
import type { EmbeddedDataset } from "./dataset.ts";
import { fillStore } from "./filled_store.ts";
import { type Split, splitsOf } from "./splits.ts";

/** How many hits are asked for, and counted. */
export const K = 10;
/** Queries that each configuration is asked first, untimed. */
const WARM_UP = 20;
/** Candidates of each retriever: does the default depend on how many there are? */
const FETCH_KS = [100, 200, 400];

/** What a data set came to. */
export interface DatasetRun {
  readonly name: string;
  readonly namespaces: number;
  readonly documents: number;
  /** The default first. */
  readonly measured: readonly Measured[];
  readonly splits: readonly Split[];
}

/** Asks a store of the data set every query, by every configuration. */
export async function askDataset(
  dataset: EmbeddedDataset,
  source: EmbedderSource,
  table: ConfigurationTable,
): Promise<DatasetRun> {
  const { name, queries, collections } = dataset;
  const all = withFetchK(configurations(table));
  const store = await fillStore(dataset, source);
  const bar = progressBar({ label: `Asking ${name}`, total: all.length * queries.length });
  let measured: Measured[];
  try {
    measured = await measure(all, queries, (configuration) => store.ask(configuration, K), {
      k: K,
      warmUp: WARM_UP,
      onProgress: (done) => bar.update(done),
    });
  } finally {
    bar.end();
    await store.close();
  }
  return {
    name,
    namespaces: collections.length,
    documents: collections.reduce((sum, { documents }) => sum + documents.length, 0),
    measured,
    splits: splitsOf(queries, measured[0]!.evaluation),
  };
}

function withFetchK([usual, ...others]: readonly Configuration[]): Configuration[] {
  const more = FETCH_KS.map((fetchK) => ({ name: `fetchK ${fetchK}`, options: { fetchK } }));
  return [usual!, ...more, ...others];
}
