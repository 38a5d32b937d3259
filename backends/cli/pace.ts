const WINDOW_MS = 10_000;

/**
 * How fast something goes: overall, and of late. What is skipped at the start of
 * a run that goes on from an earlier one says nothing about the rest.
 */
export class Pace {
  readonly #start: number;
  readonly #notes: { done: number; at: number }[];

  /** Times are in milliseconds. */
  constructor(start: number) {
    this.#start = start;
    this.#notes = [{ done: 0, at: start }];
  }

  /** `done` were done at that time. */
  note(done: number, at: number): void {
    const notes = this.#notes;
    notes.push({ done, at });
    while (notes.length > 2 && at - notes[1]!.at >= WINDOW_MS) notes.shift();
  }

  /** A second, within the last ten. */
  get recent(): number {
    const [first, last] = [this.#notes[0]!, this.#notes.at(-1)!];
    return last.at > first.at ? (last.done - first.done) / (last.at - first.at) * 1000 : 0;
  }

  /** A second, from the start. */
  overall(at: number): number {
    const elapsed = this.elapsedMs(at);
    return elapsed > 0 ? this.#notes.at(-1)!.done / elapsed * 1000 : 0;
  }

  elapsedMs(at: number): number {
    return at - this.#start;
  }
}
