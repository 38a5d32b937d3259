import { checkFinite, voters } from "./checks.ts";
import { bestFirst, givenBy } from "./parts.ts";
import type { Fused, Scored, Weights } from "./ranked.ts";

/**
 * The union of lists, every item at its best raw score:
 *
 * ```text
 * score(d) = max over lists l that hold d of  s(l, d)
 * ```
 *
 * where s(l, d) is the score of item d in list l. This is CombMAX (Fox and Shaw,
 * "Combination of Multiple Searches", TREC-2, 1994) and, of lists that share no item, the
 * raw score merge of Callan, Lu and Croft, "Searching Distributed Collections with
 * Inference Networks", SIGIR 1995. It is right for lists of one scale, as those of one
 * model over several collections. Of other lists the one with the larger numbers wins:
 * BM25 has no upper bound, a cosine does, and two models' cosines are not alike either.
 *
 * A weight of 0 removes a list; any other changes nothing, as raw scores times weights
 * would no longer be raw scores. The part is the list's that gave the score, of equal ones
 * the first. Negative scores stay as they are. Ties keep the order of first appearance,
 * list by list.
 *
 * @returns Best first; empty for lists that are empty.
 * @throws {BicameralError} `INVALID_INPUT` for a negative weight, or what is not finite.
 *
 * @example
 * ```ts
 * import { merge } from "./merge.ts";
 *
 * const work = [{ id: "a", score: 0.8 }, { id: "b", score: 0.6 }];
 * const home = [{ id: "b", score: 0.9 }];
 * merge([work, home])[0]; // { id: "b", score: 0.9, parts: [0, 0.9] }
 * ```
 */
export function merge(
  lists: readonly (readonly Scored[])[],
  { weights }: Weights = {},
): Fused[] {
  const best = new Map<string, { score: number; at: number }>();
  for (const { list, at } of voters("merge()", lists, weights)) {
    for (const { id, score } of list) {
      checkFinite("merge()", "A score", score);
      const before = best.get(id);
      // Set again, a key of a Map keeps its place: that of first appearance.
      if (before === undefined || score > before.score) best.set(id, { score, at });
    }
  }
  return bestFirst([...best].map(([id, { score, at }]) => givenBy(at, lists.length, id, score)));
}
