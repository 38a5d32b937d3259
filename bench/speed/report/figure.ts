import { median } from "../measure/statistics.ts";
import type { Part } from "../options.ts";

/** What a figure, or its ratio to the comparator's, should be. */
export interface Aim {
  readonly of: "figure" | "ratio";
  readonly is: "at least" | "at most";
  readonly bound: number;
}

/** One thing that was measured. */
export interface Figure {
  readonly part: Part;
  readonly name: string;
  readonly unit: "ms" | "s" | "texts/s" | "";
  /** What each round gave; the figure is their median. */
  readonly rounds: readonly number[];
  /** What it is compared with, measured in turn. */
  readonly against?: {
    readonly name: string;
    readonly rounds: readonly number[];
  };
  readonly aim?: Aim;
  /** Numbers beside it, by name. */
  readonly beside?: Readonly<Record<string, number>>;
  /** Where it is a search's latency: over how much, and how. */
  readonly search?: {
    readonly size: number;
    readonly filter: string;
    readonly exact: boolean;
  };
  /** Short: how it was measured, where that is not plain. */
  readonly note?: string;
}

export function valueOf({ rounds }: Figure): number {
  return median(rounds);
}

/** The comparator's figure; null where there is none. */
export function againstOf({ against }: Figure): number | null {
  return against === undefined ? null : median(against.rounds);
}

/** Figure by comparator's figure; null where there is none. */
export function ratioOf(figure: Figure): number | null {
  const against = againstOf(figure);
  return against === null ? null : valueOf(figure) / against;
}

/** Whether the aim is met; null where there is none. */
export function isMet(figure: Figure): boolean | null {
  const { aim } = figure;
  if (aim === undefined) return null;
  const value = aim.of === "figure" ? valueOf(figure) : ratioOf(figure);
  if (value === null) return null;
  return aim.is === "at least" ? value >= aim.bound : value <= aim.bound;
}

/** The longest that anything may hold the caller's event loop. */
export const MAX_HOLD: Aim = { of: "figure", is: "at most", bound: 50 };
