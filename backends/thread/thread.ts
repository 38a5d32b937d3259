import { Worker } from "node:worker_threads";
import { type Call, fromWire, type Reply } from "./channel.ts";

/**
 * A worker thread that answers calls. It keeps the process alive only while a
 * call is running, so that a script which forgets to close still ends.
 *
 * Works alike in Bun, Deno and Node.
 */
export class Thread {
  readonly #worker: Worker;
  readonly #calls = new Map<
    number,
    { resolve(value: unknown): void; reject(error: Error): void }
  >();
  readonly #onDeath: (reason: Error) => void;
  #lastId = 0;
  #dead: Error | null = null;

  /**
   * @param module The module to run, without its ending: `.ts` in a checkout, `.js` in the package.
   * @param data Handed to the thread as `workerData`.
   * @param onDeath Told once when the thread ends without {@linkcode Thread.stop}.
   */
  constructor(module: URL, data: unknown, onDeath: (reason: Error) => void = () => {}) {
    this.#onDeath = onDeath;
    const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
    // Node gives a thread 4 MB of stack, a quarter of what a deep SQL statement may take.
    const resourceLimits = { stackSizeMb: 16 };
    const url = new URL(module.href + ending);
    this.#worker = new Worker(url, { workerData: data, resourceLimits });
    this.#worker.on("message", (reply: Reply) => this.#settle(reply));
    this.#worker.on("error", (error) => this.#die(error));
    this.#worker.on("exit", (code) => this.#die(new Error(`The thread ended with code ${code}`)));
    this.#worker.unref();
  }

  /** Whether no call is running. */
  get idle(): boolean {
    return this.#calls.size === 0;
  }

  /** Calls `method` in the thread; rejects with the thread's own error. */
  call<T>(method: string, payload: unknown): Promise<T> {
    if (this.#dead !== null) return Promise.reject(this.#dead);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#worker.postMessage({ id, method, payload } satisfies Call);
      if (this.#calls.size === 0) this.#worker.ref();
      this.#calls.set(id, { resolve: resolve as (value: unknown) => void, reject });
    });
  }

  /** Ends the thread now; calls still running reject with `reason`. */
  async stop(reason: Error): Promise<void> {
    this.#end(reason);
    await this.#worker.terminate();
  }

  #settle(reply: Reply): void {
    const call = this.#calls.get(reply.id);
    if (call === undefined) return;
    this.#calls.delete(reply.id);
    if (this.#calls.size === 0) this.#worker.unref();
    if ("error" in reply) call.reject(fromWire(reply.error));
    else call.resolve(reply.value);
  }

  #die(reason: Error): void {
    if (this.#dead !== null) return;
    this.#dead = reason;
    // Node hands over a thread's last answers and its end in one turn: those who wait for
    // the answers are let go first, or the calls would seem unanswered.
    queueMicrotask(() => {
      this.#onDeath(reason);
      this.#end(reason);
    });
  }

  #end(reason: Error): void {
    this.#dead ??= reason;
    for (const call of this.#calls.values()) call.reject(reason);
    this.#calls.clear();
    this.#worker.unref();
  }
}
