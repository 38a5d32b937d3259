import { BicameralError } from "../errors.ts";
import { checkFinite, checkLeast, type Voter, voters } from "./checks.ts";
import type { Normalise } from "./normalise.ts";
import { addUp, distinct } from "./parts.ts";
import type { Fused, Scored, Weights } from "./ranked.ts";

/** How {@linkcode weighted} fuses. */
export interface WeightedOptions extends Weights {
  /** Brings the scores of every list to one scale; or one for each list. */
  readonly normalise: Normalise | readonly Normalise[];
}

/**
 * The weighted sum of normalised scores:
 *
 * ```text
 * score(d) = Σ over lists l that hold d of  w(l) · n(l, s(l, d))
 * ```
 *
 * where s(l, d) is the score of item d in list l, n(l, s) its normalised form, never
 * negative, and w(l) the weight of the list. An item that a list lacks gets 0 from it.
 * With weights of 1 this is CombSUM: Fox and Shaw, "Combination of Multiple Searches",
 * TREC-2, 1994; with normalised scores, Lee, "Analyses of Multiple Evidence Combination",
 * SIGIR 1997. With weights that add up to 1 it is the convex combination of Bruch, Gai and
 * Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 42, 2023.
 *
 * Lists are best first: of an item that a list holds twice, the first counts, and the
 * others are left out before scores are normalised. Ties keep the order of first
 * appearance, list by list.
 *
 * @returns Best first; empty for lists that are empty.
 * @throws {BicameralError} `INVALID_INPUT` for a negative weight, what is not finite, or a
 * normalisation that is missing or gives a negative number.
 *
 * @example
 * ```ts
 * import { minMax } from "./normalise.ts";
 * import { weighted } from "./weighted.ts";
 *
 * const dense = [{ id: "a", score: 0.8 }, { id: "b", score: 0.6 }, { id: "c", score: 0.4 }];
 * const lexical = [{ id: "b", score: 7 }];
 * const options = { normalise: minMax, weights: [0.5, 0.5] };
 * weighted([dense, lexical], options)[0]; // { id: "b", score: 0.25 + 0.5, parts: [0.25, 0.5] }
 * ```
 */
export function weighted(
  lists: readonly (readonly Scored[])[],
  { weights, normalise }: WeightedOptions,
): Fused[] {
  const distincts = voters("weighted()", lists, weights)
    .map((voter) => ({ ...voter, list: distinct(voter.list) }));
  return addUp(lists.length, distincts, (voter) => partsOf(voter, normalise));
}

function partsOf(
  { list, at, weight }: Voter<Scored>,
  normalise: Normalise | readonly Normalise[],
): number[] {
  const own = typeof normalise === "function" ? normalise : normalise[at];
  if (own === undefined) {
    const message = `weighted() has no normalisation for list ${at}; wanted one for each list.`;
    throw new BicameralError("INVALID_INPUT", message);
  }
  const scores = list.map(({ score }) => {
    checkFinite("weighted()", "A score", score);
    return score;
  });
  const normalised = own(scores);
  return scores.map((_, i) => {
    const value = normalised[i] as number;
    checkLeast("weighted()", "A normalised score", value, 0);
    return weight * value;
  });
}
