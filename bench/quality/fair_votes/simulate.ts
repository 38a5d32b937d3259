import { fuseSpaces, type SpaceList } from "../../../src/retrieve/fuse_spaces.ts";
import { calibrated, type Moments, momentsOf } from "../../../src/retrieve/calibrate.ts";
import type { FusedHit } from "../../../src/retrieve/fuse_spaces.ts";
import type { Hit } from "../../../src/retrieve/retriever.ts";

/** Hits that each space contributes, as in a search. */
const FETCHED = 100;
/** What elevation does to a memory's trust. */
const TRUST = 0.5;
const ELEVATED_TRUST = 0.6;

/** One query of a collection, with its cosines in both spaces. */
export interface Asked {
  readonly small: Float32Array;
  readonly large: Float32Array;
  readonly moments: readonly [Moments | null, Moments | null];
}

/** How two lists become one. */
export type Strategy = "textbook rrf" | "rrf with coverage" | "calibrated, best" | "calibrated, mean";

export const STRATEGIES: readonly Strategy[] = [
  "textbook rrf",
  "rrf with coverage",
  "calibrated, best",
  "calibrated, mean",
];

/** What the library fuses of one query where `elevated` documents are in the large space too. */
export function fused(asked: Asked, elevated: ReadonlySet<number>, strategy: Strategy): FusedHit[] {
  const documents = asked.small.length;
  const lists: SpaceList[] = [
    list("dense384", asked.small, null, elevated, asked.moments[0], documents),
  ];
  if (elevated.size > 0) {
    lists.push(
      list("dense1024", asked.large, elevated, elevated, asked.moments[1], elevated.size),
    );
  }
  if (strategy === "calibrated, mean") return byMean(asked, elevated, lists);
  return fuseSpaces(lists, {
    fusion: strategy === "calibrated, best" ? "calibrated" : "rrf",
    coverage: strategy === "rrf with coverage",
    total: documents,
  });
}

function list(
  name: string,
  cosines: Float32Array,
  among: ReadonlySet<number> | null,
  elevated: ReadonlySet<number>,
  moments: Moments | null,
  held: number,
): SpaceList {
  const candidates = among === null ? Array.from(cosines.keys()) : [...among];
  const best = candidates.sort((a, b) => cosines[b]! - cosines[a]!).slice(0, FETCHED);
  return {
    name,
    scan: "exact",
    held,
    moments,
    hits: best.map((place, i): Hit => ({
      id: String(place),
      score: cosines[place]!,
      rank: i + 1,
      trust: elevated.has(place) ? ELEVATED_TRUST : TRUST,
      documentId: null,
      alone: !elevated.has(place),
    })),
  };
}

/** With every cosine known, not only those of the lists: what a further query would fetch. */
function byMean(
  { small, large, moments }: Asked,
  elevated: ReadonlySet<number>,
  lists: readonly SpaceList[],
): FusedHit[] {
  const hits = new Map(lists.flatMap((list) => list.hits).map((hit) => [hit.id, hit]));
  return [...hits.values()].map((hit) => {
    const place = Number(hit.id);
    const cosines = [small[place]!, elevated.has(place) ? large[place]! : null];
    const { score } = calibrated(cosines, moments, "mean");
    return { id: hit.id, documentId: null, trust: hit.trust, fused: score, votes: {}, shares: {} };
  }).sort((a, b) => b.fused - a.fused);
}

/** Moments by a sample of the documents' vectors, as the store draws it. */
export function sampleMoments(
  query: Float32Array,
  sample: readonly Float32Array[],
): Moments | null {
  const flat = new Float32Array(sample.length * query.length);
  sample.forEach((vector, i) => flat.set(vector, i * query.length));
  return momentsOf(query, flat);
}
