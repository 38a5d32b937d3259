const PERIOD_MS = 1;

/**
 * Watches how long the event loop is held: a timer that should come every
 * millisecond notes the longest time that it had to wait beyond.
 */
export class LoopProbe {
  readonly #timer: ReturnType<typeof setInterval>;
  #last: number = performance.now();
  #longestMs = 0;

  constructor() {
    this.#timer = setInterval(() => this.#note(), PERIOD_MS);
  }

  /** Ends the watch; returns the longest hold in milliseconds. */
  stop(): number {
    this.#note();
    clearInterval(this.#timer);
    return this.#longestMs;
  }

  #note(): void {
    const now = performance.now();
    this.#longestMs = Math.max(this.#longestMs, now - this.#last - PERIOD_MS);
    this.#last = now;
  }
}
