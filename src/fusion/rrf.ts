import { BicameralError } from "../errors.ts";

/** An item of a ranked list. */
export interface Ranked {
  readonly id: string;
  /** From 1; need not be whole. */
  readonly rank: number;
}

/** An item of a fused list. */
export interface Fused {
  readonly id: string;
  readonly score: number;
  /** What each list gave, in the order of the lists; the parts add up to `score`. */
  readonly parts: readonly number[];
}

/** How {@linkcode rrf} fuses. */
export interface RrfOptions {
  /** Damps the first ranks: the larger, the less a first place counts before a tenth. Default 60. */
  readonly k?: number;
  /** Weight of each list, 1 by default; a list of weight 0 takes no part. */
  readonly weights?: readonly number[];
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
  { k = 60, weights = [] }: RrfOptions = {},
): Fused[] {
  check("k", k, 0);
  const parts = new Map<string, number[]>();
  for (const [at, list] of lists.entries()) {
    const weight = weights[at] ?? 1;
    check("A weight", weight, 0);
    if (weight === 0) continue;
    for (const { id, rank } of list) {
      check("A rank", rank, 1);
      const votes = parts.get(id) ?? lists.map(() => 0);
      votes[at] = Math.max(votes[at] as number, weight / (k + rank));
      parts.set(id, votes);
    }
  }
  return [...parts]
    .map(([id, votes]) => ({ id, score: votes.reduce((sum, vote) => sum + vote, 0), parts: votes }))
    .sort((a, b) => b.score - a.score);
}

function check(name: string, value: number, least: number): void {
  if (Number.isFinite(value) && value >= least) return;
  throw new BicameralError(
    "INVALID_INPUT",
    `${name} of rrf() is ${value}; wanted ${least} or more.`,
  );
}
