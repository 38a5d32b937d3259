/** An item of a list that says its places. */
export interface Ranked {
  readonly id: string;
  /** From 1; need not be whole. */
  readonly rank: number;
}

/** An item of a list that is best first. */
export interface Scored {
  readonly id: string;
  /** The greater, the better. */
  readonly score: number;
}

/** An item of a fused list. */
export interface Fused {
  readonly id: string;
  readonly score: number;
  /** What each list gave, in the order of the lists; the parts add up to `score`. */
  readonly parts: readonly number[];
}

/** How much lists count. */
export interface Weights {
  /** Weight of each list, 1 by default; a list of weight 0 takes no part. */
  readonly weights?: readonly number[];
}
