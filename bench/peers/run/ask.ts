import { mean, quantile } from "../../speed/measure/statistics.ts";
import type { AskedDataset } from "../data.ts";
import type { Peer } from "../peer.ts";
import { scoreOf } from "./scores.ts";

/** How many hits are asked for, and counted. */
export const K = 10;
/** Queries that are asked first, untimed. */
const WARM_UP = 50;

/** One peer at one setting with one data set. */
export interface Figure {
  readonly dataset: string;
  readonly name: string;
  readonly setting: string;
  /** Means over all queries, in percent. */
  readonly ndcg: number;
  readonly recall: number;
  /** Milliseconds a query takes, its vector given. */
  readonly p50: number;
  readonly p95: number;
  /** Milliseconds until the store holds all documents, their vectors given. */
  readonly filling: number;
  /** Of each query, in the data set's order. */
  readonly raw: {
    readonly ndcg: readonly number[];
    readonly recall: readonly number[];
    readonly ms: readonly number[];
  };
}

/**
 * Fills a store and asks it every query, one after the other.
 *
 * @throws {Error} Where an answer has a document twice, or one of another namespace.
 */
export async function ask(
  peer: Peer,
  { name: dataset, collections }: AskedDataset,
  onProgress: (done: number) => void = () => {},
): Promise<Figure> {
  const queries = collections.flatMap(({ queries }) => queries);
  const ids = new Map(collections.map(({ namespace, documents }) => [
    namespace,
    new Set(documents.map(({ id }) => id)),
  ]));
  const started = performance.now();
  const store = await peer.open(collections);
  const filling = performance.now() - started;
  const raw = { ndcg: [] as number[], recall: [] as number[], ms: [] as number[] };
  try {
    for (const { text, vector, namespace } of queries.slice(0, WARM_UP)) {
      await store.search({ text, vector, namespace }, K);
    }
    for (const { text, vector, namespace, relevant } of queries) {
      const asked = performance.now();
      const ranking = await store.search({ text, vector, namespace }, K);
      raw.ms.push(performance.now() - asked);
      if (new Set(ranking).size < ranking.length) {
        throw new Error(`${peer.name} found a document twice for "${text}"`);
      }
      const stray = ranking.find((id) => !ids.get(namespace)?.has(id));
      if (stray !== undefined) {
        throw new Error(
          `${peer.name} found ${stray} for "${text}", which is not in "${namespace}"`,
        );
      }
      const { ndcg, recall } = scoreOf(ranking, relevant, K);
      raw.ndcg.push(ndcg);
      raw.recall.push(recall);
      onProgress(raw.ms.length);
    }
  } finally {
    await store.close();
  }
  return {
    dataset,
    name: peer.name,
    setting: peer.setting,
    ndcg: 100 * mean(raw.ndcg),
    recall: 100 * mean(raw.recall),
    p50: quantile(raw.ms, 0.5),
    p95: quantile(raw.ms, 0.95),
    filling,
    raw,
  };
}
