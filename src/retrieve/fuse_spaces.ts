import type { Fusion } from "../config.ts";
import { type Fused, rrf } from "../fusion/rrf.ts";
import { calibrated, type Moments } from "./calibrate.ts";
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
}

/** How spaces are fused. */
export interface FuseOptions {
  readonly fusion: Fusion;
  /** For `rrf`: ranks made fair by coverage; false is the textbook form. */
  readonly coverage: boolean;
  /** Memories under the filter that at least one space holds. */
  readonly total: number;
}

/** A memory with what the spaces say of it. */
export interface FusedHit extends Pick<Hit, "id" | "documentId" | "trust"> {
  /** Never negative. */
  readonly fused: number;
  /** What each retriever said, by its name. */
  readonly votes: Readonly<Record<string, Hit>>;
  /** Part of `fused` that each retriever gave. */
  readonly shares: Readonly<Record<string, number>>;
}

/** Fuses the lists of the spaces that were searched, best first. */
export function fuseSpaces(lists: readonly SpaceList[], options: FuseOptions): FusedHit[] {
  const votes = votesOf(lists);
  const fused: readonly Fused[] = options.fusion === "rrf"
    ? rrf(options.coverage ? fairRanks(lists, options.total) : lists.map(({ hits }) => hits))
    : calibratedScores(votes, lists);
  return fused.map(({ id, score, parts }) => {
    const own = votes.get(id) as readonly (Hit | null)[];
    const named = lists.flatMap(({ name }, at): [string, Hit, number][] => {
      const hit = own[at] ?? null;
      return hit === null ? [] : [[name, hit, parts[at] as number]];
    });
    const [[, { documentId, trust }]] = named as [[string, Hit, number]];
    return {
      id,
      documentId,
      trust,
      fused: score,
      votes: Object.fromEntries(named.map(([name, hit]) => [name, hit])),
      // A memory that one space alone holds votes in the others too: that is its own share.
      shares: Object.fromEntries(
        named.map(([name, , part]) => [name, named.length === 1 ? 1 : part / score]),
      ),
    };
  });
}

/** Of each memory, in order of first appearance, its hit in each list. */
function votesOf(lists: readonly SpaceList[]): Map<string, (Hit | null)[]> {
  const votes = new Map<string, (Hit | null)[]>();
  for (const [at, { hits }] of lists.entries()) {
    for (const hit of hits) {
      const own = votes.get(hit.id) ?? lists.map(() => null);
      own[at] = hit;
      votes.set(hit.id, own);
    }
  }
  return votes;
}

/** Scores that can be compared between spaces; those of a single one can be as they are. */
function calibratedScores(
  votes: ReadonlyMap<string, readonly (Hit | null)[]>,
  lists: readonly SpaceList[],
): Fused[] {
  const [only, ...others] = lists;
  if (only !== undefined && others.length === 0) {
    return only.hits.map(({ id, score }) => {
      const positive = Math.max(0, score);
      return { id, score: positive, parts: [positive] };
    });
  }
  const moments = lists.map((list) => list.moments);
  return [...votes]
    .map(([id, hits]) => ({
      id,
      ...calibrated(hits.map((hit) => hit?.score ?? null), moments, "best"),
    }))
    .sort((a, b) => b.score - a.score);
}
