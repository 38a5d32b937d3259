import type { Moments } from "../../../src/fusion/standardise.ts";
import { ELEVATION_TRUST } from "../../../src/memory/elevate_page.ts";
import { MIN_CANDIDATES } from "../../../src/memory/search.ts";
import { type Evidence, fuse, type FusedHit } from "../../../src/retrieve/fuse.ts";
import { momentsOf } from "../../../src/retrieve/calibrate.ts";
import type { Hit } from "../../../src/retrieve/retriever.ts";

const TRUST = 0.5;

/** One query of a collection, with its cosines in both spaces. */
export interface Asked {
  readonly small: Float32Array;
  readonly large: Float32Array;
  readonly moments: readonly [Moments | null, Moments | null];
}

/** How two lists become one. */
export type Strategy = "textbook rrf" | "rrf with coverage" | "calibrated";

export const STRATEGIES: readonly Strategy[] = [
  "textbook rrf",
  "rrf with coverage",
  "calibrated",
];

/** What the library fuses of one query where `elevated` documents are in the large space too. */
export function fused(asked: Asked, elevated: ReadonlySet<number>, strategy: Strategy): FusedHit[] {
  const documents = asked.small.length;
  const small = list("dense384", asked.small, null, elevated, asked.moments[0], documents);
  const large = list("dense1024", asked.large, elevated, elevated, asked.moments[1], elevated.size);
  const lists = elevated.size === 0
    ? [small]
    : [beyond(small, asked.small, large), beyond(large, asked.large, small)];
  return fuse(lists, {
    fusion: strategy === "calibrated" ? "weighted" : "rrf",
    weights: {},
    normalise: null,
    rrfK: 60,
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
): Evidence {
  const candidates = among === null ? Array.from(cosines.keys()) : [...among];
  const best = candidates.sort((a, b) => cosines[b]! - cosines[a]!).slice(0, MIN_CANDIDATES);
  return {
    name,
    kind: "dense",
    scan: "exact",
    held,
    moments,
    beyond: new Map(),
    hits: best.map((place, i): Hit => ({
      id: String(place),
      score: cosines[place]!,
      rank: i + 1,
      trust: elevated.has(place) ? TRUST + ELEVATION_TRUST : TRUST,
      documentId: null,
      alone: !elevated.has(place),
    })),
  };
}

/** With the cosines of what the other list has and this one lacks, as a search fetches them. */
function beyond(own: Evidence, cosines: Float32Array, other: Evidence): Evidence {
  const ids = new Set(own.hits.map(({ id }) => id));
  const missing = other.hits.filter(({ id, alone }) => !alone && !ids.has(id));
  return { ...own, beyond: new Map(missing.map(({ id }) => [id, cosines[Number(id)]!])) };
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
