import type { Ranked } from "../fusion/ranked.ts";

/** The ranking of one space, as far as its coverage needs it. */
export interface SpaceRanking {
  readonly hits: readonly (Ranked & {
    /** No other space holds this memory. */
    readonly alone: boolean;
  })[];
  /** Memories under the filter that the space holds. */
  readonly held: number;
}

/**
 * Ranks that can be fused fairly when spaces hold different shares of the memories.
 *
 * A memory in two spaces gets two votes, and the best of a small list is rarely among
 * the best of all: textbook RRF drowns what only one space holds. So
 *
 * ```text
 * r' = (r − ½) · N / n + ½
 * ```
 *
 * for a rank r of a space that holds n of the N memories, and a memory that is in one
 * space only votes in the others with its own r'. Where every space holds all
 * memories these are the ranks as they were. Measured in `bench/quality`.
 *
 * @param total N: memories under the filter that at least one space holds.
 * @returns A list for each ranking, for `rrf()`.
 */
export function fairRanks(rankings: readonly SpaceRanking[], total: number): Ranked[][] {
  const fair = rankings.map(({ hits, held }) => {
    // Counts may be older than hits by a write.
    const stretch = Math.max(1, total / Math.max(held, hits.length));
    return hits.map(({ id, rank, alone }) => ({ id, alone, rank: (rank - 0.5) * stretch + 0.5 }));
  });
  return fair.map((own, at) => [
    ...own,
    ...fair.flatMap((other, from) => from === at ? [] : other.filter(({ alone }) => alone)),
  ]);
}
