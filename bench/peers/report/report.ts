import { type Machine, machineLines } from "../../speed/measure/machine.ts";
import { type Figure, K } from "../run/ask.ts";

/** A whole run, as it is written to JSON. */
export interface Run {
  readonly machine: Machine;
  readonly model: string;
  readonly datasets: readonly DatasetSize[];
  readonly figures: readonly Figure[];
}

export interface DatasetSize {
  readonly name: string;
  readonly namespaces: number;
  readonly documents: number;
  /** That were asked. */
  readonly queries: number;
}

/** Where and with what it was measured, and a Markdown table a data set. */
export function report({ machine, model, datasets, figures }: Run): string {
  return [
    machineLines(machine),
    `Vectors: ${model}.`,
    ...datasets.map(({ name, namespaces, documents, queries }) =>
      [
        `\n${name}: ${documents} documents, ${queries} queries, ${namespaces} namespaces.\n`,
        peersTable(figures.filter(({ dataset }) => dataset === name)),
      ].join("\n")
    ),
    "",
  ].join("\n");
}

export function peersTable(figures: readonly Figure[]): string {
  const head = ["peer", "setting", `nDCG@${K}`, `R@${K}`, "p50 ms", "p95 ms", "filled in s"];
  const rows = figures.map(({ name, setting, evaluation: { mean, p50, p95 }, filling }) => [
    name,
    setting,
    (100 * mean.ndcg).toFixed(1),
    (100 * mean.recall).toFixed(1),
    p50.toFixed(2),
    p95.toFixed(2),
    (filling / 1000).toFixed(2),
  ]);
  const lines = [head, head.map((_, i) => i < 2 ? "---" : "---:"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
