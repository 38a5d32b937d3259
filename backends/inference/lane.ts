import type { Batch, Job } from "./batch.ts";

/**
 * Batches that wait for threads. They take turns, job by job, so that one text does
 * not wait for the whole of an import.
 */
export class Lane {
  readonly #batches: Batch[] = [];

  add(batch: Batch): void {
    this.#batches.push(batch);
  }

  /** The next job of the batch whose turn it is, or null. */
  take(): Job | null {
    for (let batch = this.#batches.shift(); batch; batch = this.#batches.shift()) {
      if (batch.waiting === 0) continue;
      const job = batch.take();
      if (batch.waiting > 0) this.#batches.push(batch);
      return job;
    }
    return null;
  }

  /** Jobs that wait. */
  get waiting(): number {
    return this.#batches.reduce((sum, batch) => sum + batch.waiting, 0);
  }
}
