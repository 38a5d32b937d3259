/** One call of a batch, as a thread gets it. */
export interface Job {
  readonly batch: Batch;
  readonly index: number;
  readonly payload: unknown;
  /** Threads that ended under this job. */
  deaths: number;
}

/** Calls of one method, answered in any order and handed back in their own. */
export class Batch {
  readonly method: string;
  /** Whether its jobs go ahead of those that are not. */
  readonly urgent: boolean;
  /** The values, in the order of the payloads; rejects with the first failure. */
  readonly done: Promise<unknown[]>;
  readonly #payloads: readonly unknown[];
  readonly #values: unknown[] = [];
  readonly #onAnswer: (index: number, value: unknown) => void;
  readonly #resolve: (values: unknown[]) => void;
  readonly #reject: (reason: unknown) => void;
  #taken = 0;
  #unanswered: number;
  #settled = false;

  /**
   * @param payloads At least one.
   * @param onAnswer Told each value as it comes, with the index of its payload.
   */
  constructor(
    method: string,
    payloads: readonly unknown[],
    urgent: boolean,
    onAnswer: (index: number, value: unknown) => void = () => {},
  ) {
    this.method = method;
    this.urgent = urgent;
    this.#payloads = payloads;
    this.#onAnswer = onAnswer;
    this.#unanswered = payloads.length;
    let settlers!: [(values: unknown[]) => void, (reason: unknown) => void];
    this.done = new Promise((...functions) => settlers = functions);
    [this.#resolve, this.#reject] = settlers;
  }

  /** Whether nobody waits for its jobs any more: all are answered, or one has failed. */
  get settled(): boolean {
    return this.#settled;
  }

  /** Jobs that were not taken yet; none once it is settled. */
  get waiting(): number {
    return this.#settled ? 0 : this.#payloads.length - this.#taken;
  }

  /** The next job; to be asked for only while one is {@linkcode Batch.waiting}. */
  take(): Job {
    const index = this.#taken++;
    return { batch: this, index, payload: this.#payloads[index], deaths: 0 };
  }

  answer(job: Job, value: unknown): void {
    if (this.#settled) return;
    this.#values[job.index] = value;
    this.#onAnswer(job.index, value);
    this.#unanswered--;
    if (this.#unanswered > 0) return;
    this.#settled = true;
    this.#resolve(this.#values);
  }

  fail(reason: unknown): void {
    this.#settled = true;
    this.#reject(reason);
  }
}
