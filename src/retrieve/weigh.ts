import type { Hit, RankedList } from "./retriever.ts";

/** A candidate with the score that it is ordered by. */
export interface Weighed {
  readonly id: string;
  readonly documentId: string | null;
  readonly fused: number;
  readonly trustFactor: number;
  /** `fused × trustFactor`. */
  readonly score: number;
  /** What each retriever said, by its name. */
  readonly votes: Readonly<Record<string, Hit>>;
  /** Part of `fused` that each retriever gave. */
  readonly shares: Readonly<Record<string, number>>;
}

/**
 * Orders the hits of one list by score × trust^weight, best first; of a document's
 * parts only the best stays. Cosines below zero count as zero: a negative score
 * times trust would turn the order round.
 */
export function weighByTrust(retriever: string, list: RankedList, trustWeight: number): Weighed[] {
  const weighed = list.hits.map((hit): Weighed => {
    const fused = Math.max(0, hit.score);
    const trustFactor = hit.trust ** trustWeight;
    return {
      id: hit.id,
      documentId: hit.documentId,
      fused,
      trustFactor,
      score: fused * trustFactor,
      votes: { [retriever]: hit },
      shares: { [retriever]: 1 },
    };
  });
  return bestParts(weighed.sort((a, b) => b.score - a.score));
}

/** Of several parts of one document, the first in the list. */
function bestParts(weighed: readonly Weighed[]): Weighed[] {
  const seen = new Set<string>();
  return weighed.filter(({ documentId }) => {
    if (documentId === null) return true;
    if (seen.has(documentId)) return false;
    seen.add(documentId);
    return true;
  });
}
