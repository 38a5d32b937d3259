import { checkLeast, voters } from "./checks.ts";
import { addUp } from "./parts.ts";
import type { Fused, Ranked, Weights } from "./ranked.ts";

/** How {@linkcode rrf} fuses. */
export interface RrfOptions extends Weights {
  /** Damps the first ranks: the larger, the less a first place counts before a tenth. Default 60. */
  readonly k?: number;
}

/**
 * Reciprocal rank fusion:
 *
 * ```text
 * score(d) = Σ over lists l that hold d of  w(l) / (k + r(l, d))
 * ```
 *
 * where r(l, d) is the rank of item d in list l, from 1, w(l) the weight of the list
 * (1 in the paper) and k = 60. Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion
 * outperforms Condorcet and individual Rank Learning Methods", SIGIR 2009.
 *
 * An item that a list holds twice counts at its better rank. Ties keep the order of
 * first appearance, list by list.
 *
 * @returns Best first; empty for lists that are empty.
 * @throws {BicameralError} `INVALID_INPUT` for a rank below 1, a negative weight, or what is not finite.
 *
 * @example
 * ```ts
 * import { rrf } from "./rrf.ts";
 *
 * const dense = [{ id: "a", rank: 1 }, { id: "b", rank: 2 }];
 * const lexical = [{ id: "b", rank: 1 }];
 * rrf([dense, lexical])[0]; // { id: "b", score: 1/62 + 1/61, parts: [1/62, 1/61] }
 * ```
 */
export function rrf(
  lists: readonly (readonly Ranked[])[],
  { k = 60, weights }: RrfOptions = {},
): Fused[] {
  checkLeast("rrf()", "k", k, 0);
  return addUp(
    lists.length,
    voters("rrf()", lists, weights),
    ({ list, weight }) =>
      list.map(({ rank }) => {
        checkLeast("rrf()", "A rank", rank, 1);
        return weight / (k + rank);
      }),
  );
}
