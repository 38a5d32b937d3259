import type { Machine } from "../../speed/measure/machine.ts";
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
  const { cpu, cores, memoryGiB, system, versions, commit, date, loadBefore } = machine;
  return [
    `${date.slice(0, 10)}, commit ${commit ?? "unknown"}: ${cpu}, ${cores} cores, ` +
    `${memoryGiB} GiB, ${system}; load ${loadBefore.toFixed(1)} before the run`,
    Object.entries(versions).filter(([, version]) => version !== null)
      .map(([name, version]) => `${name} ${version}`).join(", "),
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
  const rows = figures.map(({ name, setting, ndcg, recall, p50, p95, filling }) => [
    name,
    setting,
    ndcg.toFixed(1),
    recall.toFixed(1),
    p50.toFixed(2),
    p95.toFixed(2),
    (filling / 1000).toFixed(2),
  ]);
  const lines = [head, head.map((_, i) => i < 2 ? "---" : "---:"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
