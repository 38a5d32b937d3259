import type { Fusion } from "../config.ts";
import type { Fused } from "../fusion/ranked.ts";
import { rrf } from "../fusion/rrf.ts";
import type { Moments } from "../fusion/standardise.ts";
import { calibrated } from "./calibrate.ts";
import { fairRanks } from "./coverage.ts";
import type { Hit, RankedList } from "./retriever.ts";

/** What one space's retriever found. */
export interface SpaceList extends RankedList {
  /** The retriever. */
  readonly name: string;
  /** Memories under the filter that the space holds. */
  readonly held: number;
  /** Of the query's cosines in this space; null where it holds too few vectors. */
  readonly moments: Moments | null;
  /** Cosines of memories that another list has and this one, though its space holds them, has not. */
  readonly beyond: ReadonlyMap<string, number>;
}

/** How spaces are fused. */
export interface FuseOptions {
  readonly fusion: Fusion;
  /** For `rrf`: ranks made fair by coverage; false is the textbook form. */
  readonly coverage: boolean;
  /** Memories under the filter that at least one space holds. */
  readonly total: number;
}

/** What one retriever said of a memory. */
export interface Vote {
  /** From 1; null beyond the hits that were fetched. */
  readonly rank: number | null;
  /** Cosine. */
  readonly score: number;
}

/** A memory with what the spaces say of it. */
export interface FusedHit extends Pick<Hit, "id" | "documentId" | "trust"> {
  /** Never negative. */
  readonly fused: number;
  /** By the retriever's name. */
  readonly votes: Readonly<Record<string, Vote>>;
  /** Part of `fused` that each retriever gave, by its name; they add up to 1. */
  readonly shares: Readonly<Record<string, number>>;
}

/** Fuses the lists of the spaces that were searched, best first. */
export function fuseSpaces(lists: readonly SpaceList[], options: FuseOptions): FusedHit[] {
  const hits = new Map<string, Hit>();
  for (const list of lists) {
    for (const hit of list.hits) if (!hits.has(hit.id)) hits.set(hit.id, hit);
  }
  const votes = lists.map(({ hits, beyond }) =>
    new Map<string, Vote>([
      ...hits.map(({ id, rank, score }) => [id, { rank, score }] as const),
      ...[...beyond].map(([id, score]) => [id, { rank: null, score }] as const),
    ])
  );
  const fused: readonly Fused[] = options.fusion === "rrf"
    ? rrf(options.coverage ? fairRanks(lists, options.total) : lists.map(({ hits }) => hits))
    : denseScores([...hits.keys()], lists, votes);
  return fused.map(({ id, score, parts }) => {
    const { documentId, trust, alone } = hits.get(id) as Hit;
    const said = lists.flatMap(({ name }, at): [string, Vote, number][] => {
      const vote = votes[at]?.get(id);
      return vote === undefined ? [] : [[name, vote, parts[at] as number]];
    });
    return {
      id,
      documentId,
      trust,
      fused: score,
      votes: Object.fromEntries(said.map(([name, vote]) => [name, vote])),
      // A memory that one space alone holds votes in the others too: that is its own share.
      shares: Object.fromEntries(
        said.map(([name, , part]) => [name, alone || said.length === 1 ? 1 : part / score]),
      ),
    };
  });
}

/** Scores that can be compared between spaces; those of a single one can be as they are. */
function denseScores(
  ids: readonly string[],
  lists: readonly SpaceList[],
  votes: readonly ReadonlyMap<string, Vote>[],
): Fused[] {
  const moments = lists.map((list) => list.moments);
  return ids
    .map((id) => {
      const cosines = votes.map((vote) => vote.get(id)?.score ?? null);
      if (lists.length > 1) return { id, ...calibrated(cosines, moments) };
      const score = Math.max(0, cosines[0] as number);
      return { id, score, parts: [score] };
    })
    .sort((a, b) => b.score - a.score);
}
