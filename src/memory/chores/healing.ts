import type { LiveSpace } from "../../embed/live_space.ts";
import type { Chore } from "../background.ts";
import type { Engine, Written } from "../engine.ts";
import { healPage, type RowKey } from "../backlog.ts";

/** Embeds memories that wait for a vector of one space; waits longer after each failure. */
export class Healing implements Chore {
  readonly #engine: Engine;
  readonly #live: LiveSpace;
  /** Whether any may wait; a store just opened is looked at once. */
  #wanted = true;
  /** Where to go on: some memories may fail for good, and must not keep others waiting. */
  #after: RowKey | null = null;
  #healed = 0;
  #waitMs = 0;
  #dueAt = 0;

  constructor(engine: Engine, live: LiveSpace) {
    this.#engine = engine;
    this.#live = live;
  }

  notice({ pending }: Written): void {
    if (pending > 0) this.#wanted = true;
  }

  async run(signal: AbortSignal): Promise<number | null> {
    if (!this.#wanted) return null;
    const early = this.#dueAt - performance.now();
    if (early > 0) return early;
    // A model that is not on this machine may be brought to it while the store is open.
    if (await this.#live.embedder.missing() !== null) return this.#later(MAX_HEAL_WAIT_MS);
    const first = this.#after === null;
    this.#wanted = false; // Until one is found, here or by a write meanwhile.
    const { healed, last } = await healPage(
      this.#engine,
      this.#live,
      this.#after,
      HEAL_PAGE,
      signal,
    );
    this.#healed += healed;
    this.#after = last;
    if (first && last === null) {
      this.#waitMs = 0;
      return null;
    }
    this.#wanted = true;
    if (last !== null) return 0;
    // Once round: what is left waits for another try.
    const waitMs = this.#healed > 0
      ? 0
      : Math.min(Math.max(1000, this.#waitMs * 2), MAX_HEAL_WAIT_MS);
    this.#healed = 0;
    return this.#later(waitMs);
  }

  #later(waitMs: number): number {
    this.#waitMs = waitMs;
    this.#dueAt = performance.now() + waitMs;
    return waitMs;
  }
}

const HEAL_PAGE = 32;
const MAX_HEAL_WAIT_MS = 60_000;
