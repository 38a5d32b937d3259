/** Work that waits until nobody else wants the store. */
export interface Chore {
  /**
   * Does a small slice of work. Returns the milliseconds after which there may be
   * more, or null when there is nothing to do until something is written.
   */
  run(signal: AbortSignal): Promise<number | null>;
}

/** How long the store must have been left alone before chores go on. */
const QUIET_MS = 25;
const AFTER_FAILURE_MS = 10_000;

/**
 * Runs chores in slices between the calls of users: a slice only begins while no
 * call is running. Timers never keep the process alive.
 */
export class Background {
  readonly #chores: readonly Chore[];
  readonly #stop = new AbortController();
  #calls = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #dueAt = Number.POSITIVE_INFINITY;
  #slice: Promise<void> = Promise.resolve();
  #slicing = false;

  constructor(chores: readonly Chore[]) {
    this.#chores = chores;
  }

  /** Counts a user's call as running until it settles. */
  async call<T>(work: () => Promise<T>): Promise<T> {
    this.#calls++;
    try {
      return await work();
    } finally {
      this.#calls--;
    }
  }

  /** Looks for work after `delayMs`, or sooner if that was asked for before. */
  wake(delayMs: number = QUIET_MS): void {
    const dueAt = performance.now() + delayMs;
    if (this.#stop.signal.aborted || dueAt >= this.#dueAt) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#dueAt = dueAt;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#dueAt = Number.POSITIVE_INFINITY;
      if (this.#calls > 0 || this.#slicing) this.wake();
      else this.#slice = this.#runSlices();
    }, delayMs);
    // Not in browsers, where no page stays open for a timer.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  /** Stops for good, after the slice that runs. */
  async stop(): Promise<void> {
    this.#stop.abort();
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#slice;
  }

  /** One slice of each chore. What they write wakes this one, which must not run beside itself. */
  async #runSlices(): Promise<void> {
    this.#slicing = true;
    let soonest = Number.POSITIVE_INFINITY;
    for (const chore of this.#chores) {
      if (this.#stop.signal.aborted || this.#calls > 0) {
        soonest = Math.min(soonest, QUIET_MS);
        break;
      }
      // A chore that fails must not stop the others, nor for good.
      const next = await chore.run(this.#stop.signal).catch(() => AFTER_FAILURE_MS);
      if (next !== null) soonest = Math.min(soonest, Math.max(next, 1));
    }
    this.#slicing = false;
    if (soonest < Number.POSITIVE_INFINITY) this.wake(soonest);
  }
}
