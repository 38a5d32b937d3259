import { BicameralError, messageOf } from "../../src/errors.ts";
import { Thread } from "../thread/thread.ts";
import { dropGate, openGate } from "./exit_gate.ts";
import { Batch, type Job } from "./batch.ts";
import { Lane } from "./lane.ts";
import { type Limits, within } from "./limits.ts";

/**
 * Jobs of one urgency that a thread holds at a time: one runs and one waits behind
 * it, so that the thread does not idle while an answer crosses over.
 */
const HELD = 2;

/** Threads that may end under a job before it is given up. */
const MAX_DEATHS = 3;

/** A thread that is in the midst of a run is given this long to free its model. */
const RELEASE_MS = 5_000;

/** What the threads of a pool have in common. */
export interface PoolOptions {
  /**
   * The threads' module, without its ending. It answers `load`, `release` and what is
   * run, and goes to native code through the exit gate that it has for `workerData`.
   */
  readonly module: URL;
  /** Payload of `load`, which each thread gets first. */
  readonly setup: unknown;
  /** Most threads at a time, at least 1. */
  readonly size: number;
  readonly limits: Limits;
}

/** How a batch is run. */
export interface RunOptions {
  /** Goes ahead of batches that are not. The threads must serve its method as urgent too. */
  readonly urgent: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Told each value as it comes, with the index of its payload. */
  readonly onAnswer?: (index: number, value: unknown) => void;
}

interface Member {
  readonly thread: Thread;
  readonly gate: Int32Array;
  readonly jobs: Set<Job>;
  loaded: boolean;
  /** Runs while the thread owes an answer. */
  watch?: ReturnType<typeof setTimeout>;
}

/**
 * Threads that share work: started when there is more of it than the others hold,
 * replaced when they die, their lost jobs done again.
 */
export class Pool {
  readonly #options: PoolOptions;
  readonly #members = new Set<Member>();
  readonly #open = new Set<Batch>();
  readonly #urgent = new Lane();
  readonly #patient = new Lane();
  /** Jobs whose thread died. Each runs alone, lest one deadly text take others along. */
  readonly #orphans: Job[] = [];
  /** No further thread is started before this moment: the last one would not load. */
  #noGrowthBefore = 0;
  #closedFor: BicameralError | null = null;
  #closing: Promise<void> | null = null;

  private constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Starts the first thread; rejects with the thread's own error where it can't load. */
  static async open(options: PoolOptions): Promise<Pool> {
    const pool = new Pool(options);
    await pool.#start();
    return pool;
  }

  /**
   * Runs `method` once for each payload.
   *
   * @returns The values, in the order of the payloads.
   * @throws {BicameralError} `EMBEDDING_FAILED` where a thread refuses or hangs or too many
   *   die; the reason for which the pool is or gets closed; or the signal's reason.
   */
  async run<T>(
    method: string,
    payloads: readonly unknown[],
    { urgent, signal, onAnswer }: RunOptions,
  ): Promise<T[]> {
    signal?.throwIfAborted();
    if (this.#closedFor !== null) throw this.#closedFor;
    if (payloads.length === 0) return [];
    const batch = new Batch(method, payloads, urgent, onAnswer);
    const abort = () => batch.fail(signal?.reason);
    signal?.addEventListener("abort", abort);
    this.#open.add(batch);
    (urgent ? this.#urgent : this.#patient).add(batch);
    this.#dispatch();
    try {
      return await batch.done as T[];
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#open.delete(batch);
    }
  }

  /** Frees the models and ends the threads; what still runs rejects with the reason. */
  close(reason: BicameralError): Promise<void> {
    this.#closedFor ??= reason;
    this.#closing ??= this.#close(reason);
    return this.#closing;
  }

  async #close(reason: BicameralError): Promise<void> {
    for (const batch of this.#open) batch.fail(reason);
    await Promise.all(Array.from(this.#members, async (member) => {
      // What can't be released goes with its thread.
      await within(RELEASE_MS, member.thread.call("release", null), "Release").catch(() => {});
      await this.#end(member, reason);
    }));
  }

  /** Gives out what the threads can hold, and starts more of them for the rest. */
  #dispatch(): void {
    if (this.#closedFor !== null) return;
    this.#giveOutOrphans();
    // Until the orphans have their threads, these run empty rather than take new work.
    if (this.#orphans.length === 0) {
      this.#giveOut(this.#urgent, true);
      this.#giveOut(this.#patient, false);
    }
    this.#grow();
  }

  #giveOutOrphans(): void {
    for (const member of this.#members) {
      if (this.#orphans.length === 0) return;
      if (member.loaded && member.jobs.size === 0) {
        void this.#send(member, this.#orphans.shift()!);
      }
    }
  }

  #giveOut(lane: Lane, urgent: boolean): void {
    for (let member = this.#idlest(urgent); member; member = this.#idlest(urgent)) {
      const job = lane.take();
      if (job === null) return;
      void this.#send(member, job);
    }
  }

  /** The member with the least to do among those that can hold one more job. */
  #idlest(urgent: boolean): Member | undefined {
    let best: Member | undefined;
    for (const member of this.#members) {
      const jobs = [...member.jobs];
      const held = jobs.filter(({ batch }) => batch.urgent === urgent).length;
      if (!member.loaded || held === HELD || jobs.some(({ deaths }) => deaths > 0)) continue;
      if (best === undefined || jobs.length < best.jobs.size) best = member;
    }
    return best;
  }

  async #send(member: Member, job: Job): Promise<void> {
    member.jobs.add(job);
    if (member.jobs.size === 1) this.#watch(member);
    try {
      job.batch.answer(job, await member.thread.call(job.batch.method, job.payload));
    } catch (error) {
      // The jobs of a dead thread were taken over already.
      if (!this.#members.has(member)) return;
      job.batch.fail(failed(`The model could not run: ${messageOf(error)}`, error));
    }
    member.jobs.delete(job);
    this.#watch(member);
    this.#dispatch();
  }

  /**
   * Gives a thread that holds jobs the time limit to answer one of them, in two halves:
   * where it was this process that stood still, the answer comes in between.
   */
  #watch(member: Member, halves = 2): void {
    clearTimeout(member.watch);
    if (member.jobs.size === 0) return;
    member.watch = setTimeout(() => {
      if (halves > 1) this.#watch(member, halves - 1);
      else this.#giveUp(member);
    }, this.#options.limits.runMs / 2);
  }

  /** A thread hangs. Others would do so under the same job: it is not done again. */
  #giveUp(member: Member): void {
    const reason = failed(`A run took longer than ${this.#options.limits.runMs / 1000} s`);
    for (const { batch } of member.jobs) batch.fail(reason);
    void this.#end(member, reason);
    this.#dispatch();
  }

  #grow(): void {
    const { size } = this.#options;
    if (this.#members.size >= size) return;
    if (this.#members.size > 0 && performance.now() < this.#noGrowthBefore) return;
    const waiting = this.#orphans.length + this.#urgent.waiting + this.#patient.waiting;
    let starting = [...this.#members].filter(({ loaded }) => !loaded).length;
    for (; this.#members.size < size && waiting > starting * HELD; starting++) {
      this.#start().catch((error) => this.#stopGrowing(error));
    }
  }

  async #start(): Promise<void> {
    const { module, setup, limits } = this.#options;
    const gate = openGate();
    const thread = new Thread(module, gate, (reason) => this.#takeOver(member, reason));
    const member: Member = { thread, gate, jobs: new Set(), loaded: false };
    this.#members.add(member);
    try {
      await within(limits.loadMs, thread.call("load", setup), "Loading the model");
    } catch (error) {
      await this.#end(member, new Error("The thread could not load", { cause: error }));
      throw error;
    }
    member.loaded = true;
    this.#dispatch();
  }

  #remove(member: Member): void {
    clearTimeout(member.watch);
    this.#members.delete(member);
    dropGate(member.gate);
  }

  /** Ends a thread; one that hangs in native code is left behind. */
  async #end(member: Member, reason: Error): Promise<void> {
    this.#remove(member);
    await within(RELEASE_MS, member.thread.stop(reason), "Ending a thread").catch(() => {});
  }

  /** A thread died: what it held is done again, within bounds. */
  #takeOver(member: Member, reason: Error): void {
    if (!member.loaded) return;
    this.#remove(member);
    for (const job of member.jobs) {
      if (job.batch.settled) continue;
      job.deaths++;
      if (job.deaths < MAX_DEATHS) this.#orphans.push(job);
      else job.batch.fail(failed(`${MAX_DEATHS} threads ended under one run: ${reason.message}`));
    }
    this.#dispatch();
  }

  /** A further thread would not load: goes on for a while with those there are, if any. */
  #stopGrowing(error: unknown): void {
    this.#noGrowthBefore = performance.now() + this.#options.limits.retryMs;
    if (this.#members.size > 0) return;
    const reason = failed(`No thread could be started: ${messageOf(error)}`, error);
    for (const batch of this.#open) batch.fail(reason);
    this.#orphans.length = 0;
  }
}

function failed(message: string, cause?: unknown): BicameralError {
  return new BicameralError("EMBEDDING_FAILED", message, { cause });
}
