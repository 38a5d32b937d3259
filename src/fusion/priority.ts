import { checkFinite, voters } from "./checks.ts";
import { bestFirst, distinct, givenBy } from "./parts.ts";
import type { Fused, Scored, Weights } from "./ranked.ts";

/**
 * The first list that found anything, as it is:
 *
 * ```text
 * score(d) = s(l, d)   where l is the first list that is not empty
 * ```
 *
 * and s(l, d) the score of item d in it. The others are asked for nothing: this is no
 * fusion but a fallback, for lists of which one is better whenever it has an answer.
 *
 * A weight of 0 removes a list; any other changes nothing. An item that the list holds
 * twice counts where it is first. Ties keep their order.
 *
 * @returns Best first; empty for lists that are empty.
 * @throws {BicameralError} `INVALID_INPUT` for a negative weight, or a score of that list
 * that is not finite.
 *
 * @example
 * ```ts
 * import { priority } from "./priority.ts";
 *
 * const exact = [{ id: "a", score: 1 }];
 * const dense = [{ id: "b", score: 0.9 }, { id: "a", score: 0.8 }];
 * priority([exact, dense]); // [{ id: "a", score: 1, parts: [1, 0] }]
 * ```
 */
export function priority(
  lists: readonly (readonly Scored[])[],
  { weights }: Weights = {},
): Fused[] {
  const first = voters("priority()", lists, weights).find(({ list }) => list.length > 0);
  if (first === undefined) return [];
  for (const { score } of first.list) checkFinite("priority()", "A score", score);
  return bestFirst(
    distinct(first.list).map(({ id, score }) => givenBy(first.at, lists.length, id, score)),
  );
}
