import { evaluate, type GoldenQuery } from "../../../src/evaluate/evaluate.ts";
import type { Evaluation } from "../../../src/evaluate/figures.ts";
import type { AskedDataset, AskedQuery } from "../data.ts";
import type { Peer } from "../peer.ts";

/** How many hits are asked for, and counted. */
export const K = 10;
/** Queries that are asked first, untimed. */
const WARM_UP = 50;

/** One peer at one setting with one data set. Times are without embedding. */
export interface Figure {
  readonly dataset: string;
  readonly name: string;
  readonly setting: string;
  readonly evaluation: Evaluation;
  /** Milliseconds until the store holds all documents, their vectors given. */
  readonly filling: number;
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
  const queries = collections.flatMap(({ queries }) => queries)
    .map((query, i): AskedQuery & GoldenQuery => ({ ...query, id: String(i + 1) }));
  const byId = new Map(queries.map((query) => [query.id, query]));
  const ids = new Map(collections.map(({ namespace, documents }) => [
    namespace,
    new Set(documents.map(({ id }) => id)),
  ]));
  const started = performance.now();
  const store = await peer.open(collections);
  const filling = performance.now() - started;
  const answer = ({ id }: GoldenQuery) => {
    const { text, vector, namespace } = byId.get(id) as AskedQuery;
    return store.search({ text, vector, namespace }, K);
  };
  try {
    for (const query of queries.slice(0, WARM_UP)) check(peer, query, ids, await answer(query));
    const evaluation = await evaluate(queries, async (query) => {
      const ranking = await answer(query);
      check(peer, byId.get(query.id) as AskedQuery, ids, ranking);
      return ranking;
    }, { k: K, onProgress });
    return { dataset, name: peer.name, setting: peer.setting, evaluation, filling };
  } finally {
    await store.close();
  }
}

function check(
  { name }: Peer,
  { text, namespace }: AskedQuery,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
  ranking: readonly string[],
): void {
  if (new Set(ranking).size < ranking.length) {
    throw new Error(`${name} found a document twice for "${text}"`);
  }
  const stray = ranking.find((id) => !ids.get(namespace)?.has(id));
  if (stray === undefined) return;
  throw new Error(`${name} found ${stray} for "${text}", which is not in "${namespace}"`);
}
