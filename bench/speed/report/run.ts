import { type Machine, machineLines } from "../measure/machine.ts";
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
  const lines = [
    machineLines(machine),
    `Texts: ${dataset}. Medians of ${rounds} alternating rounds, each in a fresh process.`,
  ];
  if (machine.loadBefore > IDLE) {
    lines.push("The machine was busy: trust ratios, not figures.");
  }
  return lines.join("\n");
}
