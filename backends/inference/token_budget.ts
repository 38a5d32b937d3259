/** What the first run may hold: two texts of 512 tokens. */
const FIRST_TOKENS = 1_024;
const MOST_TOKENS = 65_536;

/** A run that is over sooner leaves the device idle between runs. */
const QUICK_MS = 100;

/** A run that takes longer keeps queries waiting. */
const SLOW_MS = 1_000;

/**
 * How much one run on a device may hold, counted as rows × longest row: what the
 * device computes, padding included. No device tells how much memory it has, so the
 * budget is found by trying: it doubles while runs are quick, is halved when they are
 * slow, and what ran out of memory is not tried again.
 */
export class TokenBudget {
  #tokens = FIRST_TOKENS;
  #most = MOST_TOKENS;

  /** Rows of that length that a run may hold, at least 1. */
  rows(tokens: number): number {
    return Math.max(1, Math.floor(this.#tokens / tokens));
  }

  /** Learns from a run of that many rows × tokens. */
  ran(tokens: number, durationMs: number): void {
    if (durationMs > SLOW_MS) this.#tokens = Math.min(this.#tokens, tokens) / 2;
    else if (durationMs < QUICK_MS && tokens > this.#tokens / 2) {
      this.#tokens = Math.min(2 * this.#tokens, this.#most);
    }
  }

  /** Learns that memory ran out under a run of that many rows × tokens. */
  ranOut(tokens: number): void {
    this.#most = tokens / 2;
    this.#tokens = Math.min(this.#tokens, this.#most);
  }
}
