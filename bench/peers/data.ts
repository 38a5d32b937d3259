import { type Collection, readBeir } from "../quality/data/beir.ts";
import { RESULTS } from "../quality/data/results.ts";
import { embedded } from "../quality/data/vectors.ts";
import type { EmbedderSource } from "../../src/embed/lazy_embedder.ts";
import { spread } from "../../src/evaluate/spread.ts";
import type { PeerCollection, PeerQuery } from "./peer.ts";

/** A collection with its vectors, and its questions with their answers. */
export interface AskedCollection extends PeerCollection {
  readonly queries: readonly AskedQuery[];
}

export interface AskedQuery extends PeerQuery {
  /** Grade of each relevant document, above 0. */
  readonly relevant: ReadonlyMap<string, number>;
}

export interface AskedDataset {
  readonly name: string;
  readonly collections: readonly AskedCollection[];
}

/**
 * A folder in BEIR form, embedded as the quality bench embeds it, with its cached vectors.
 *
 * @param limit Queries in all, taken evenly from the collections; null for every one.
 */
export async function loadDataset(
  folder: string,
  source: EmbedderSource,
  limit: number | null,
): Promise<AskedDataset> {
  const { name, collections } = readBeir(folder);
  const each = limit === null ? Infinity : Math.ceil(limit / collections.length);
  const ready: AskedCollection[] = [];
  for (const collection of collections) {
    ready.push(await withVectors(collection, source, each));
  }
  return { name, collections: ready };
}

async function withVectors(
  { namespace, documents, queries }: Collection,
  source: EmbedderSource,
  each: number,
): Promise<AskedCollection> {
  const texts = documents.map(({ text }) => text);
  const questions = queries.map(({ text }) => text);
  const vectors = await embedded(RESULTS, source, texts, "document");
  const asked = await embedded(RESULTS, source, questions, "query");
  return {
    namespace,
    documents: documents.map(({ id, text, turn }, i) => ({ id, text, turn, vector: vectors[i]! })),
    queries: spread(
      queries.map(({ text, relevant }, i) => ({ text, relevant, namespace, vector: asked[i]! })),
      each,
    ),
  };
}
