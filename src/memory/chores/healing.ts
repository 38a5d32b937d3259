import type { Chore } from "../background.ts";
import type { Engine } from "../engine.ts";
import { healPage, type RowKey } from "../reembed.ts";

/** Embeds memories that were kept without a vector; waits longer after each failure. */
export class Healing implements Chore {
  readonly #engine: Engine;
  /** Where to go on: some memories may fail for good, and must not keep others waiting. */
  #after: RowKey | null = null;
  #healed = 0;
  #waitMs = 0;
  #dueAt = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async run(signal: AbortSignal): Promise<number | null> {
    const early = this.#dueAt - performance.now();
    if (early > 0) return early;
    const { healed, last } = await healPage(this.#engine, this.#after, HEAL_PAGE, signal);
    this.#healed += healed;
    const first = this.#after === null;
    this.#after = last;
    if (last !== null) return 0;
    // Once round. Nothing was left at all, or what is left waits for another try.
    if (first) {
      this.#waitMs = 0;
      return null;
    }
    this.#waitMs = this.#healed > 0
      ? 0
      : Math.min(Math.max(1000, this.#waitMs * 2), MAX_HEAL_WAIT_MS);
    this.#healed = 0;
    this.#dueAt = performance.now() + this.#waitMs;
    return this.#waitMs;
  }
}

const HEAL_PAGE = 32;
const MAX_HEAL_WAIT_MS = 60_000;
