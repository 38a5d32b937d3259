import { BicameralError } from "../errors.ts";
import { add, addMany } from "./add.ts";
import type { Background } from "./background.ts";
import { elevate } from "./elevate.ts";
import { feedback } from "./feedback.ts";
import { forget } from "./forget.ts";
import type { Housekeeping } from "./chores/housekeeping.ts";
import type { Engine } from "./engine.ts";
import { events, exportAll, get, list } from "./read.ts";
import { reembed } from "./reembed.ts";
import { search } from "./search.ts";
import { status } from "./status.ts";
import { update } from "./update.ts";
import type {
  AddManyOptions,
  AddResult,
  CallOptions,
  ElevateOptions,
  ElevateResult,
  ExportedMemory,
  FeedbackKind,
  Filter,
  Memory,
  MemoryChanges,
  MemoryEvent,
  MemoryPage,
  NewMemory,
  QueryToElevate,
  ReembedProgress,
  SearchOptions,
  SearchResult,
  Status,
} from "./types.ts";

/** What a store is driven by; `openStore` puts it together. */
export interface StoreWorks {
  readonly engine: Engine;
  readonly background: Background;
  readonly housekeeping: Housekeeping;
  /** For `status()`. */
  readonly place: { readonly location: string; readonly durability: string };
}

/**
 * A store of memories. Every verb may be called at any time and from many places
 * at once. After {@linkcode MemoryStore.close} every
 * verb rejects with `STORE_CLOSED`.
 *
 * @example
 * ```ts
 * import { createMemory } from "bicameral";
 *
 * const memory = await createMemory({ dataDir: "memory://" });
 * await memory.add({ text: "Mira moved to Porto.", speaker: "Mira" });
 * const { hits } = await memory.search("Where does Mira live?");
 * console.log(hits[0]?.text); // "Mira moved to Porto."
 * await memory.close();
 * ```
 */
export class MemoryStore {
  readonly #works: StoreWorks;
  readonly #engine: Engine;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  /** Users open a store by `createMemory`. */
  constructor(works: StoreWorks) {
    this.#works = works;
    this.#engine = works.engine;
  }

  /**
   * Remembers a text. The same memory again (same text, source, session, speaker
   * and time) is the one that is there. A text that does not fit the model's window
   * is kept in parts.
   *
   * @throws {BicameralError} `INVALID_INPUT`, `STORE_FULL`.
   */
  add(memory: NewMemory, options: CallOptions = {}): Promise<AddResult> {
    return this.#call(options, (bound) => add(this.#engine, memory, bound));
  }

  /**
   * Remembers many memories, in batches of one transaction each. Cancelled or
   * killed, it may simply be run again: what was committed is recognised and costs
   * no embedding.
   *
   * @returns What became of each, in order; null for one that was rejected.
   */
  addMany(
    memories: Iterable<NewMemory> | AsyncIterable<NewMemory>,
    options: AddManyOptions = {},
  ): Promise<(AddResult | null)[]> {
    return this.#call(options, (bound) => addMany(this.#engine, memories, bound));
  }

  /** A memory by its id, null when there is none; with `events`, also what changed its trust. */
  get(id: string, options: CallOptions & { events: true }): Promise<
    | (Memory & { readonly events: readonly MemoryEvent[] })
    | null
  >;
  get(id: string, options?: CallOptions & { events?: boolean }): Promise<Memory | null>;
  get(id: string, options: CallOptions & { events?: boolean } = {}): Promise<Memory | null> {
    return this.#call(options, async (bound) => {
      const memory = await get(this.#engine, id, bound);
      if (memory === null || options.events !== true) return memory;
      return { ...memory, events: await events(this.#engine, id, bound) };
    });
  }

  /** A page of memories in the order they were added, 50 by default, at most 1,000. */
  list(
    options: CallOptions & { limit?: number; cursor?: string | null; filter?: Filter } = {},
  ): Promise<MemoryPage> {
    return this.#call(options, (bound) => list(this.#engine, bound));
  }

  /**
   * The memories nearest to a query, best first. A filtered search returns
   * min(k, matches): a filter never costs a hit. Of a document's parts the best one
   * is returned.
   *
   * @throws {BicameralError} `INVALID_INPUT`; `MODEL_NOT_AVAILABLE`, `MODEL_CORRUPT`
   * or `EMBEDDING_FAILED` when the query can't be embedded.
   */
  search(query: string, options: SearchOptions = {}): Promise<SearchResult> {
    return this.#call(options, (bound) => search(this.#engine, query, bound));
  }

  /**
   * Changes a memory; its vector is made anew when what is embedded changed.
   *
   * @throws {BicameralError} `NOT_FOUND`; `CONFLICT` when it would equal another one.
   */
  update(id: string, changes: MemoryChanges, options: CallOptions = {}): Promise<Memory> {
    return this.#call(options, (bound) => update(this.#engine, id, changes, bound));
  }

  /** Forgets a memory, several, or all that a filter matches, for good; returns how many. */
  forget(what: string | readonly string[] | Filter, options: CallOptions = {}): Promise<number> {
    return this.#call(options, (bound) => forget(this.#engine, what, bound));
  }

  /**
   * Tells what came of a memory: `used` +0.05 trust, `ignored` −0.02, `corrected`
   * −0.15, `confirmed` +0.10, within 0 and 1. Each is an event that `get` shows.
   */
  feedback(
    id: string,
    kind: FeedbackKind,
    options: CallOptions & { actor?: string } = {},
  ): Promise<Memory> {
    return this.#call(options, (bound) => feedback(this.#engine, id, kind, bound));
  }

  /** Whether memories can be elevated: in auto mode, unless it was switched off. */
  get canElevate(): boolean {
    return this.#engine.elevation;
  }

  /**
   * Embeds a memory in the large space too, where the large model finds it, and adds
   * 0.1 to its trust, never above 1. One that is there already stays as it is. Many
   * are committed in pages: stopped anywhere, it may simply be run again.
   *
   * @param what An id, ids, or the best that a query finds.
   * @throws {BicameralError} `ELEVATION_OFF` in cpu and gpu mode; `NOT_FOUND`;
   * `MODEL_NOT_AVAILABLE`, with how to get it; `EMBEDDING_FAILED`.
   */
  elevate(id: string, options?: ElevateOptions): Promise<ElevateResult>;
  elevate(
    what: readonly string[] | QueryToElevate,
    options?: ElevateOptions,
  ): Promise<ElevateResult[]>;
  elevate(
    what: string | readonly string[] | QueryToElevate,
    options: ElevateOptions = {},
  ): Promise<ElevateResult | ElevateResult[]> {
    return this.#call(options, async (bound) => {
      const results = await elevate(this.#engine, what, bound);
      return typeof what === "string" ? results[0] as ElevateResult : results;
    });
  }

  /** Every memory with its vectors, of one namespace or of all. */
  export(options: CallOptions = {}): AsyncGenerator<ExportedMemory, void, undefined> {
    return exportAll(this.#engine, { ...options, signal: this.#signal(options) });
  }

  /**
   * Makes vectors that are missing or of another model anew, in every space of the
   * mode; goes on where it was stopped.
   */
  reembed(
    options: { signal?: AbortSignal; onProgress?: (progress: ReembedProgress) => void } = {},
  ): Promise<ReembedProgress> {
    return this.#call(options, (bound) => reembed(this.#engine, bound));
  }

  /** What the store holds and what it runs on. */
  status(): Promise<Status> {
    return this.#call({}, () => status(this.#engine, this.#works.place));
  }

  /** Ends calls that still run with `STORE_CLOSED`, then releases model, database and directory. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** For `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    this.#closing.abort(new BicameralError("STORE_CLOSED", "The store was closed."));
    try {
      await this.#works.background.stop();
      const { small, large } = this.#engine.spaces;
      await Promise.all([small.embedder.close(), large?.embedder.close()]);
      await Promise.allSettled(this.#running);
      await this.#works.housekeeping.analyzeIfDue();
    } finally {
      await this.#engine.database.close();
    }
  }

  async #call<O extends { signal?: AbortSignal }, T>(
    options: O,
    verb: (bound: O & { signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const signal = this.#signal(options);
    signal.throwIfAborted();
    const running = this.#works.background.call(() => verb({ ...options, signal }));
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
    }
  }

  #signal(options: { signal?: AbortSignal }): AbortSignal {
    const closing = this.#closing.signal;
    return options.signal === undefined ? closing : AbortSignal.any([closing, options.signal]);
  }
}
