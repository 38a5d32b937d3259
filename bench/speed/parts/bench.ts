import type { Dataset } from "../data/dataset.ts";
import type { Options } from "../options.ts";
import type { Figure } from "../report/figure.ts";

/** What every part is given. */
export interface Bench extends Pick<Options, "rounds" | "sizes" | "large"> {
  readonly dataset: Dataset;
  /** The dataset's folder, for tasks, which load it themselves; null for the default. */
  readonly folder: string | null;
  /** Where vectors are kept from one run to the next. */
  readonly results: string;
  /** A folder of this run's own, removed at its end. */
  readonly scratch: string;
  /** The folder of transformers.js' models. */
  readonly modelPath: () => string;
}

/** Measures one part. */
export type Measure = (bench: Bench) => Promise<Figure[]>;

/** `count` of the items, evenly spread over all. */
export function sample<T>(items: readonly T[], count: number): T[] {
  const taken = Math.min(count, items.length);
  return Array.from(
    { length: taken },
    (_, i) => items[Math.floor((i * items.length) / taken)] as T,
  );
}
