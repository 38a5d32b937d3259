import type { Figure } from "../fair_votes/run.ts";

/** A whole run, as it is written to JSON. */
export interface Run {
  readonly date: string;
  readonly commit: string | null;
  readonly small: string;
  readonly large: string;
  readonly seeds: readonly number[];
  readonly datasets: readonly DatasetFigures[];
}

/** Figures of one data set. */
export interface DatasetFigures {
  readonly name: string;
  readonly documents: number;
  readonly queries: number;
  readonly figures: readonly Figure[];
}
