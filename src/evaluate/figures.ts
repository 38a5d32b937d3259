import { BicameralError } from "../errors.ts";
import { quantile } from "./quantile.ts";

/**
 * What an answer is measured by, among its first k: `ndcg()`, `recall()`, the means of
 * `reciprocalRank()` and of `averagePrecision()`, and `hit()`. All go from 0 to 1.
 */
export const METRICS = ["ndcg", "recall", "mrr", "map", "hit"] as const;
/** See {@linkcode METRICS}. */
export type Metric = (typeof METRICS)[number];

/** What one answer was worth, under the names that its figures have as means. */
export interface QueryFigures extends Readonly<Record<Metric, number>> {
  /** The query's. */
  readonly id: string;
  /** How long the answer took. */
  readonly ms: number;
}

/** How a way to search did over all queries. */
export interface Evaluation {
  /** How many hits of each answer counted. */
  readonly k: number;
  readonly mean: Readonly<Record<Metric, number>>;
  /** Milliseconds that half of the queries took at most. */
  readonly p50: number;
  /** Milliseconds that 95% of the queries took at most. */
  readonly p95: number;
  /** In the order they were asked. */
  readonly queries: readonly QueryFigures[];
}

const TITLES: Readonly<Record<Metric, string>> = {
  ndcg: "nDCG",
  recall: "R",
  mrr: "MRR",
  map: "MAP",
  hit: "hit",
};

/** As tables name it: `nDCG@10`. */
export function metricTitle(metric: Metric, k: number): string {
  return `${TITLES[metric]}@${k}`;
}

/**
 * Means and times of queries that were answered: of all, or of some of them.
 *
 * @throws {BicameralError} `INVALID_INPUT` for none, which have no mean.
 */
export function summarise(queries: readonly QueryFigures[], k: number): Evaluation {
  if (queries.length === 0) {
    throw new BicameralError("INVALID_INPUT", "summarise() got no query; wanted at least one.");
  }
  const mean = (metric: Metric) =>
    queries.reduce((sum, query) => sum + query[metric], 0) / queries.length;
  const times = queries.map(({ ms }) => ms);
  return {
    k,
    mean: Object.fromEntries(METRICS.map((metric) => [metric, mean(metric)])) as Record<
      Metric,
      number
    >,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    queries,
  };
}
