import { metricTitle } from "../../../src/evaluate/figures.ts";
import { bestFirst, type Measured, METRIC } from "./measure.ts";

/** What follows from figures. */
export interface Verdict {
  /** Name of the configuration to choose. */
  readonly choice: string;
  /** Why, in a sentence or two. */
  readonly sentence: string;
}

/** How likely chance alone may be to give a winner, over all comparisons together. */
const LEVEL = 0.05;

/**
 * The best configuration if it beats the default by more than chance, else the default.
 * Among many alike one wins by luck: p must be below 0.05 divided by the number that were
 * compared. Bonferroni, "Teoria statistica delle classi e calcolo delle probabilità", 1936.
 *
 * @param measured The default first.
 */
export function verdict(measured: readonly Measured[]): Verdict {
  const [usual, ...others] = measured as [Measured, ...Measured[]];
  const { k, queries } = usual.evaluation;
  const metric = metricTitle(METRIC, k);
  const level = LEVEL / Math.max(1, others.length);
  const ahead = bestFirst(others).filter(({ versus }) => versus !== null && versus.difference > 0);
  const best = ahead.find(({ versus }) => versus!.p < level);
  if (best !== undefined) {
    return {
      choice: best.name,
      sentence: `Choose ${best.name}: ${metric} ${percent(best)} against ${percent(usual)} by` +
        ` default, which is beyond chance (${chance(best, level)}). In the library:` +
        ` search(query, ${JSON.stringify(best.options)}).`,
    };
  }
  const [near] = ahead;
  const sentence = near === undefined
    ? `Keep the default: nothing else that was tried has a better ${metric}.`
    : `Keep the default: ${near.name} has ${metric} ${percent(near)} against ${percent(usual)},` +
      ` which over ${queries.length} ${queries.length === 1 ? "query" : "queries"} is within` +
      ` chance (${chance(near, level)}).`;
  return { choice: usual.name, sentence };
}

function percent({ evaluation }: Measured): string {
  return (100 * evaluation.mean[METRIC]).toFixed(1);
}

function chance({ versus }: Measured, level: number): string {
  return `p ${versus!.p.toFixed(4)}, wanted below ${level.toFixed(4)}`;
}
