import { randomNumbers } from "../../../src/evaluate/random.ts";
import { SAMPLE_SIZE } from "../../../src/retrieve/samples.ts";
import { weighByTrust } from "../../../src/retrieve/weigh.ts";
import { ndcg } from "../../../src/evaluate/ndcg.ts";
import { recall } from "../../../src/evaluate/recall.ts";
import type { Collection } from "../data/beir.ts";
import { cosinesOf } from "./cosines.ts";
import { type Asked, fused, sampleMoments, STRATEGIES, type Strategy } from "./simulate.ts";

/** Shares of each collection's memories that are elevated. */
export const SHARES = [0, 0.01, 0.1, 0.5, 1] as const;
export const TRUST_WEIGHTS = [0, 0.05, 0.1, 0.2, 0.5, 1] as const;

const K = 10;

/** A collection with its vectors in both spaces. */
export interface EmbeddedCollection extends Collection {
  readonly small: { readonly documents: Float32Array[]; readonly queries: Float32Array[] };
  readonly large: { readonly documents: Float32Array[]; readonly queries: Float32Array[] };
}

/** Means over all queries, in percent. */
export interface Figure {
  readonly strategy: Strategy;
  readonly trustWeight: number;
  readonly share: number;
  readonly ndcg: number;
  readonly recall: number;
}

/** Every strategy at every share and trust weight; each share is drawn once a seed. */
export function fairVotes(
  collections: readonly EmbeddedCollection[],
  seeds: readonly number[],
  onProgress: (done: number, total: number) => void,
): Figure[] {
  const figures: Figure[] = [];
  const total = SHARES.length * STRATEGIES.length;
  for (const share of SHARES) {
    const draws = share === 0 || share === 1 ? seeds.slice(0, 1) : seeds;
    for (const strategy of STRATEGIES) {
      const sums = TRUST_WEIGHTS.map(() => ({ ndcg: 0, recall: 0 }));
      let asked = 0;
      for (const seed of draws) {
        for (const collection of collections) {
          const elevated = elevate(collection.documents.length, share, seed);
          const ids = collection.documents.map(({ id }) => id);
          for (const [i, query] of ask(collection, elevated, seed).entries()) {
            const hits = fused(query, elevated, strategy);
            const { relevant } = collection.queries[i]!;
            asked++;
            for (const [at, trustWeight] of TRUST_WEIGHTS.entries()) {
              const ranking = weighByTrust(hits, trustWeight).map(({ id }) => ids[Number(id)]!);
              sums[at]!.ndcg += ndcg(ranking, relevant, K);
              sums[at]!.recall += recall(ranking, relevant, K);
            }
          }
        }
      }
      for (const [at, trustWeight] of TRUST_WEIGHTS.entries()) {
        const { ndcg, recall } = sums[at]!;
        figures.push({
          strategy,
          trustWeight,
          share,
          ndcg: 100 * ndcg / asked,
          recall: 100 * recall / asked,
        });
      }
      onProgress(figures.length / TRUST_WEIGHTS.length, total);
    }
  }
  return figures;
}

/** Places of the documents that are elevated: a share of them, drawn by the seed. */
function elevate(documents: number, share: number, seed: number): Set<number> {
  return new Set(shuffled(documents, seed).slice(0, Math.round(documents * share)));
}

function shuffled(count: number, seed: number): number[] {
  const random = randomNumbers(seed);
  const places = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [places[i], places[j]] = [places[j]!, places[i]!];
  }
  return places;
}

/** The queries of a collection, with the moments that a store would have. */
export function ask(
  { small, large }: EmbeddedCollection,
  elevated: ReadonlySet<number>,
  seed: number,
): Asked[] {
  // Another draw than that of the elevated, as the store's sample is.
  const order = shuffled(small.documents.length, seed + 1);
  const sample = order.slice(0, SAMPLE_SIZE).map((place) => small.documents[place]!);
  const largeSample = order.filter((place) => elevated.has(place)).slice(0, SAMPLE_SIZE)
    .map((place) => large.documents[place]!);
  return small.queries.map((query, i): Asked => ({
    small: cosinesOf(query, small.documents),
    large: cosinesOf(large.queries[i]!, large.documents),
    moments: [sampleMoments(query, sample), sampleMoments(large.queries[i]!, largeSample)],
  }));
}
