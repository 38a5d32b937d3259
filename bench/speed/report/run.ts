import type { Machine } from "../measure/machine.ts";
import { againstOf, type Figure, isMet, ratioOf, valueOf } from "./figure.ts";

/** A whole run of the bench. */
export interface Run {
  readonly machine: Machine;
  readonly dataset: string;
  readonly rounds: number;
  readonly figures: readonly Figure[];
}

/** Above this many programs that want to run, figures are not to be trusted. */
const IDLE = 0.5;

/** Everything, raw rounds included. */
export function toJson({ machine, dataset, rounds, figures }: Run): string {
  const told = figures.map((figure) => ({
    ...figure,
    value: valueOf(figure),
    againstValue: againstOf(figure),
    ratio: ratioOf(figure),
    met: isMet(figure),
  }));
  return `${JSON.stringify({ machine, dataset, rounds, figures: told }, null, 2)}\n`;
}

/** Where and with what it was measured, in a few lines. */
export function describeRun({ machine, dataset, rounds }: Run): string {
  const { cpu, cores, memoryGiB, system, versions, commit, date, loadBefore } = machine;
  const lines = [
    `${date.slice(0, 10)}, commit ${
      commit ?? "unknown"
    }: ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}`,
    Object.entries(versions).filter(([, version]) => version !== null)
      .map(([name, version]) => `${name} ${version}`).join(", "),
    `Texts: ${dataset}. Medians of ${rounds} alternating rounds, each in a fresh process.`,
  ];
  if (loadBefore > IDLE) {
    lines.push(
      `The machine was busy (load ${loadBefore.toFixed(1)}): trust ratios, not figures.`,
    );
  }
  return lines.join("\n");
}
