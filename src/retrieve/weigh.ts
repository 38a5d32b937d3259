import type { FusedHit } from "./fuse_spaces.ts";

/** A candidate with the score that it is ordered by. */
export interface Weighed extends FusedHit {
  readonly trustFactor: number;
  /** `fused × trustFactor`. */
  readonly score: number;
}

/**
 * Orders hits by fused score × trust^weight, best first; of a document's parts only
 * the best stays.
 */
export function weighByTrust(hits: readonly FusedHit[], trustWeight: number): Weighed[] {
  const weighed = hits.map((hit): Weighed => {
    const trustFactor = hit.trust ** trustWeight;
    return { ...hit, trustFactor, score: hit.fused * trustFactor };
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
