import { compare, type Comparison } from "../../../src/evaluate/compare.ts";
import { type Ask, evaluate, type GoldenQuery } from "../../../src/evaluate/evaluate.ts";
import type { Evaluation, Metric } from "../../../src/evaluate/figures.ts";
import type { Configuration } from "./configurations.ts";

/** What configurations are ranked and compared by. */
export const METRIC: Metric = "ndcg";
/** Draws the signs of the permutation test. */
export const SEED = 1;

/** A configuration that was measured. */
export interface Measured extends Configuration {
  readonly evaluation: Evaluation;
  /** By {@linkcode METRIC}, against the first configuration; null for that one. */
  readonly versus: Comparison | null;
}

/** How {@linkcode measure} asks. */
export interface MeasureOptions {
  /** Hits that count. */
  readonly k: number;
  /** Queries that each configuration is asked first, untimed. */
  readonly warmUp: number;
  /** Told how many answers were given, of all configurations. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Asks each configuration every query, and compares it with the first: the default. */
export async function measure(
  configurations: readonly Configuration[],
  queries: readonly GoldenQuery[],
  askBy: (configuration: Configuration) => Ask,
  { k, warmUp, onProgress, signal }: MeasureOptions,
): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const [i, configuration] of configurations.entries()) {
    const ask = askBy(configuration);
    // Models are loaded and statements planned by the first.
    for (const query of queries.slice(0, warmUp)) await ask(query, signal);
    const evaluation = await evaluate(queries, ask, {
      k,
      ...(signal && { signal }),
      onProgress: (done) => onProgress?.(i * queries.length + done),
    });
    const [first] = measured;
    const versus = first === undefined
      ? null
      : compare(evaluation, first.evaluation, METRIC, { seed: SEED });
    measured.push({ ...configuration, evaluation, versus });
  }
  return measured;
}

/** Best first; equals as they were, since times are never quite equal. */
export function bestFirst(measured: readonly Measured[]): Measured[] {
  return measured.toSorted((a, b) => b.evaluation.mean[METRIC] - a.evaluation.mean[METRIC]);
}
