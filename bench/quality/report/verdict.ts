import { type Figure, SHARES, TRUST_WEIGHTS } from "../fair_votes/run.ts";
import { STRATEGIES, type Strategy } from "../fair_votes/simulate.ts";

/** Points of nDCG@10 that a default may lose at any share. */
const MAX_LOSS = 1;

/** Whether a strategy and a trust weight may be the default, by the figures of one data set. */
export interface Verdict {
  readonly strategy: Strategy;
  readonly trustWeight: number;
  /** By share, against no elevation. */
  readonly gains: readonly number[];
  /** Loses no more than a point anywhere, and gains at 50 and 100%. */
  readonly fit: boolean;
}

export function verdicts(figures: readonly Figure[]): Verdict[] {
  return STRATEGIES.flatMap((strategy) =>
    TRUST_WEIGHTS.map((trustWeight) => {
      const gains = SHARES.map((share) =>
        ndcgOf(figures, strategy, trustWeight, share) - ndcgOf(figures, strategy, trustWeight, 0)
      );
      const [half, all] = [gains.at(-2) as number, gains.at(-1) as number];
      const fit = Math.min(...gains) >= -MAX_LOSS && half > 0 && all > 0;
      return { strategy, trustWeight, gains, fit };
    })
  );
}

export function ndcgOf(
  figures: readonly Figure[],
  strategy: Strategy,
  trustWeight: number,
  share: number,
): number {
  const figure = figures.find((one) =>
    one.strategy === strategy && one.trustWeight === trustWeight && one.share === share
  );
  return figure?.ndcg ?? NaN;
}
