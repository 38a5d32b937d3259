import type { Chore } from "../background.ts";
import type { RowKey } from "../backlog.ts";
import type { Engine } from "../engine.ts";
import { analysePage, isDone, markDone } from "../lexical_rows.ts";

/**
 * Analyses memories of an older store, or all where they are to be analysed otherwise than
 * they were, a few at a time. It goes through them once: what is written is analysed at once.
 */
export class Analysis implements Chore {
  readonly #engine: Engine;
  #done = false;
  #after: RowKey | null = null;
  #size = FIRST_SIZE;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async run(signal: AbortSignal): Promise<number | null> {
    if (this.#done) return null;
    if (this.#after === null && await isDone(this.#engine)) {
      this.#done = true;
      return null;
    }
    const started = performance.now();
    const slice = { size: this.#size, withinMs: SLICE_MS / 2 };
    const last = await analysePage(this.#engine, this.#after, slice, signal);
    if (last === null) {
      await markDone(this.#engine);
      this.#done = true;
      return null;
    }
    this.#after = last;
    const elapsed = performance.now() - started;
    const size = Math.round(this.#size * SLICE_MS / elapsed);
    this.#size = Math.min(MAX_SIZE, Math.max(MIN_SIZE, size));
    return 0;
  }
}

const SLICE_MS = 50;
const FIRST_SIZE = 32;
const MIN_SIZE = 8;
const MAX_SIZE = 200;
