import type { FusedHit } from "./fuse.ts";

/** A candidate with the score that it is ordered by. */
export type Weighed<Hit extends FusedHit = FusedHit> = Hit & {
  readonly trustFactor: number;
  /** `fused × trustFactor`. */
  readonly score: number;
};

/**
 * Orders hits by fused score × trust^weight, best first; of a document's parts only
 * the best stays.
 */
export function weighByTrust<Hit extends FusedHit>(
  hits: readonly Hit[],
  trustWeight: number,
): Weighed<Hit>[] {
  const weighed = hits.map((hit): Weighed<Hit> => {
    const trustFactor = hit.trust ** trustWeight;
    return { ...hit, trustFactor, score: hit.fused * trustFactor };
  });
  return bestParts(weighed.sort((a, b) => b.score - a.score));
}

/** Of several parts of one document, the first in the list. */
function bestParts<Hit extends FusedHit>(weighed: readonly Weighed<Hit>[]): Weighed<Hit>[] {
  const seen = new Set<string>();
  return weighed.filter(({ documentId }) => {
    if (documentId === null) return true;
    if (seen.has(documentId)) return false;
    seen.add(documentId);
    return true;
  });
}
