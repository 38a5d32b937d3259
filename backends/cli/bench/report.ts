import { METRICS, metricTitle } from "../../../src/evaluate/figures.ts";
import { type Column, table, type TableOptions } from "../table.ts";
import { bestFirst, type Measured, METRIC, SEED } from "./measure.ts";
import { verdict } from "./verdict.ts";

/** The configurations, best first: figures × 100, and how each did against the default. */
export function figuresTable(measured: readonly Measured[], options: TableOptions = {}): string {
  const k = measured[0]?.evaluation.k ?? 0;
  const columns: Column[] = [
    { title: "Setting" },
    ...[...METRICS.map((metric) => metricTitle(metric, k)), "Win/tie/loss", "p", "p50 ms", "p95 ms"]
      .map((title): Column => ({ title, align: "right" })),
  ];
  const rows = bestFirst(measured).map(({ name, evaluation, versus }) => [
    name,
    ...METRICS.map((metric) => (100 * evaluation.mean[metric]).toFixed(1)),
    versus === null ? "" : `${versus.wins}/${versus.ties}/${versus.losses}`,
    versus === null ? "" : versus.p.toFixed(4),
    evaluation.p50.toFixed(1),
    evaluation.p95.toFixed(1),
  ]);
  return table(columns, rows, options);
}

/** The same for programs, with what every query came to, by its line. */
export function figuresJson(measured: readonly Measured[]): Record<string, unknown> {
  const [usual] = measured as [Measured, ...Measured[]];
  const { choice, sentence } = verdict(measured);
  return {
    k: usual.evaluation.k,
    queries: usual.evaluation.queries.length,
    metric: METRIC,
    seed: SEED,
    choice,
    verdict: sentence,
    settings: bestFirst(measured).map(settingJson),
  };
}

function settingJson({ name, options, evaluation, versus }: Measured): Record<string, unknown> {
  return {
    name,
    options,
    ...evaluation.mean,
    p50_ms: evaluation.p50,
    p95_ms: evaluation.p95,
    versus_default: versus,
    queries: evaluation.queries.map(({ id, ...figures }) => ({ line: Number(id), ...figures })),
  };
}
