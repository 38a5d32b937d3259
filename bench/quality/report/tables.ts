import { DEFAULT_TRUST_WEIGHT } from "../../../src/memory/search.ts";
import { SHARES, TRUST_WEIGHTS } from "../fair_votes/run.ts";
import { STRATEGIES } from "../fair_votes/simulate.ts";
import type { DatasetFigures } from "./run.ts";
import { ndcgOf, verdicts } from "./verdict.ts";

/** nDCG@10 by share and strategy, without trust and with it. */
export function fairVotesTable(datasets: readonly DatasetFigures[]): string {
  const heads = datasets.flatMap(({ name }) =>
    STRATEGIES.map((strategy) => `${name}: ${strategy}`)
  );
  const rows = SHARES.map((share) => [
    `${share * 100}%`,
    ...datasets.flatMap(({ figures }) =>
      STRATEGIES.map((strategy) =>
        [0, DEFAULT_TRUST_WEIGHT]
          .map((weight) => ndcgOf(figures, strategy, weight, share).toFixed(1)).join(" / ")
      )
    ),
  ]);
  return table(["elevated", ...heads], rows);
}

/** Gains and losses against no elevation, and whether they would do for a default. */
export function verdictTable({ figures }: DatasetFigures): string {
  const rows = verdicts(figures).map(({ strategy, trustWeight, gains, fit }) => [
    strategy,
    String(trustWeight),
    ...gains.slice(1).map((gain) => (gain > 0 ? "+" : "") + gain.toFixed(1)),
    fit ? "yes" : "no",
  ]);
  const shares = SHARES.slice(1).map((share) => `${share * 100}%`);
  return table(["strategy", "trust weight", ...shares, "fit"], rows);
}

/** Strategies and trust weights that are fit for a default on every data set. */
export function fitEverywhere(datasets: readonly DatasetFigures[]): string[] {
  return STRATEGIES.flatMap((strategy) =>
    TRUST_WEIGHTS.filter((weight) =>
      datasets.every(({ figures }) =>
        verdicts(figures).some((verdict) =>
          verdict.fit && verdict.strategy === strategy && verdict.trustWeight === weight
        )
      )
    ).map((weight) => `${strategy}, trust weight ${weight}`)
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map((_, i) => i === 0 ? "---" : "---:"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
