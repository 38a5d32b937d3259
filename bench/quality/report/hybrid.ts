import { bestFirst, type Measured } from "../../../backends/cli/bench/measure.ts";
import { figuresTable } from "../../../backends/cli/bench/report.ts";
import { verdict } from "../../../backends/cli/bench/verdict.ts";
import { table } from "../../../backends/cli/table.ts";
import { METRICS, metricTitle } from "../../../src/evaluate/figures.ts";
import { type Machine, machineLines } from "../../speed/measure/machine.ts";
import type { DatasetRun } from "../hybrid/run.ts";
import type { Split } from "../hybrid/splits.ts";
import { type TradeOff, tradeOffPlot } from "./trade_off.ts";

/** A whole run, as it is written to JSON. */
export interface HybridRun {
  readonly machine: Machine;
  readonly model: string;
  readonly datasets: readonly DatasetRun[];
}

/** Where and with what it was measured, and the tables of each data set. */
export function hybridReport({ machine, model, datasets }: HybridRun): string {
  return [
    machineLines(machine),
    `Vectors: ${model}. Figures × 100; wins and p against the default; times without embedding.`,
    ...datasets.flatMap(({ name, namespaces, documents, measured, splits }) => [
      `\n${name}: ${documents} documents, ${
        measured[0]!.evaluation.queries.length
      } queries, ${namespaces} namespaces.\n`,
      figuresTable(measured),
      `\n${verdict(measured).sentence}`,
      ...(splits.length === 0 ? [] : [`\nThe default, by namespaces:\n`, splitsTable(splits)]),
    ]),
    "",
  ].join("\n");
}

/** Quality against time: the sets of retrievers in colours of their own. */
export function hybridPlot(measured: readonly Measured[]): string {
  return tradeOffPlot(
    bestFirst(measured).map(({ name, options, evaluation }): TradeOff => {
      const [set, strategy] = name.split(", ") as [string, string?];
      return {
        label: strategy ?? set,
        group: strategy !== undefined
          ? set
          : options.retrievers === undefined
          ? "default"
          : "one retriever",
        ms: evaluation.p50,
        ndcg: 100 * evaluation.mean.ndcg,
      };
    }),
  );
}

function splitsTable(splits: readonly Split[]): string {
  const k = splits[0]!.evaluation.k;
  const titles = ["Queries", ...METRICS.map((metric) => metricTitle(metric, k))];
  return table(
    [{ title: "Namespaces" }, ...titles.map((title) => ({ title, align: "right" as const }))],
    splits.map(({ name, namespaces, evaluation }) => [
      `${name}: ${namespaces.length}`,
      String(evaluation.queries.length),
      ...METRICS.map((metric) => (100 * evaluation.mean[metric]).toFixed(1)),
    ]),
  );
}
