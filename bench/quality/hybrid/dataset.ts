import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";
import type { GoldenQuery } from "../../../src/evaluate/evaluate.ts";
import { spread } from "../../../src/evaluate/spread.ts";
import { type Document, readBeir } from "../data/beir.ts";
import { RESULTS } from "../data/results.ts";
import { embedded } from "../data/vectors.ts";

/** A data set with its vectors, ready to be filled into a store and asked. */
export interface EmbeddedDataset {
  readonly name: string;
  readonly collections: readonly EmbeddedDocuments[];
  /** Of all collections; each names its own. */
  readonly queries: readonly GoldenQuery[];
  /** By query id. */
  readonly queryVectors: ReadonlyMap<string, Float32Array>;
}

/** Documents of a namespace, in the file's order. */
export interface EmbeddedDocuments {
  readonly namespace: string;
  readonly documents: readonly (Document & { readonly vector: Float32Array })[];
}

/**
 * Reads a folder in BEIR form and embeds it, or takes the vectors of an earlier run.
 *
 * @param limit Queries in all, as many of each collection; null for every one.
 */
export async function embedDataset(
  folder: string,
  source: EmbedderSource,
  limit: number | null,
): Promise<EmbeddedDataset> {
  const { name, collections } = readBeir(folder);
  const each = limit === null ? Infinity : Math.ceil(limit / collections.length);
  const filled: EmbeddedDocuments[] = [];
  const queries: GoldenQuery[] = [];
  const queryVectors = new Map<string, Float32Array>();
  for (const collection of collections) {
    const namespace = collection.namespace || "default";
    const texts = collection.documents.map(({ text }) => text);
    const questions = collection.queries.map(({ text }) => text);
    const vectors = await embedded(RESULTS, source, texts, "document");
    const asked = await embedded(RESULTS, source, questions, "query");
    filled.push({
      namespace,
      documents: collection.documents.map((document, i) => ({ ...document, vector: vectors[i]! })),
    });
    collection.queries.forEach(({ id }, i) => queryVectors.set(id, asked[i]!));
    queries.push(...spread(collection.queries, each).map((query) => ({ ...query, namespace })));
  }
  return { name, collections: filled, queries, queryVectors };
}
