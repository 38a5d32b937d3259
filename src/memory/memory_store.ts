import type { Database } from "../database.ts";
import { BicameralError } from "../errors.ts";
import { type EmbedderSource, LazyEmbedder } from "../embed/lazy_embedder.ts";
import { DenseRetriever } from "../retrieve/dense.ts";
import type { Filter } from "../spaces/filter_sql.ts";
import { defineSpace, SMALL } from "../spaces/space.ts";
import { add, addMany } from "./add.ts";
import { Background } from "./background.ts";
import { feedback, forget, update } from "./change.ts";
import { Healing, Housekeeping, IndexGrowth, WarmUp } from "./chores.ts";
import type { Engine } from "./engine.ts";
import { events, exportAll, get, list } from "./read.ts";
import { reembed } from "./reembed.ts";
import { search } from "./search.ts";
import { status } from "./status.ts";
import type {
  Added,
  AddManyOptions,
  CallOptions,
  ExportedMemory,
  FeedbackKind,
  Memory,
  MemoryChanges,
  MemoryEvent,
  MemoryPage,
  NewMemory,
  ReembedProgress,
  SearchOptions,
  SearchResult,
  Status,
} from "./types.ts";
import { uuid7Maker } from "./uuid.ts";

/** What a store is made of; `createMemory` puts it together. */
export interface StoreParts {
  readonly database: Database;
  readonly embedder: EmbedderSource;
  readonly textTemplate: string;
  readonly namespace: string;
  readonly maxTextBytes: number;
  readonly exactBelow: number;
  /** For `status()`. */
  readonly location: string;
  readonly durability: string;
}

/**
 * A store of memories. Every verb may be called at any time and from many places
 * at once; each takes an `AbortSignal`. After {@linkcode MemoryStore.close} every
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
  readonly #engine: Engine;
  readonly #parts: StoreParts;
  readonly #retriever: DenseRetriever;
  readonly #background: Background;
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  #closed: Promise<void> | null = null;

  private constructor(engine: Engine, parts: StoreParts, background: Background) {
    this.#engine = engine;
    this.#parts = parts;
    this.#background = background;
    this.#retriever = new DenseRetriever(
      engine.database,
      engine.space,
      engine.embedder,
      engine.exactBelow,
    );
  }

  /** Opens a store over a database that is migrated. The model is loaded when it is first needed, or the store first quiet. */
  static async open(parts: StoreParts): Promise<MemoryStore> {
    const space = await defineSpace(SMALL, parts.embedder.model, parts.textTemplate);
    await parts.database.query(
      `insert into bicameral.spaces (id, table_name, model, revision, dtype, pooling,
         query_prompt, document_prompt, text_template, dimensions)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (id) do nothing`,
      [
        space.id,
        space.table.name,
        space.model,
        space.revision,
        space.dtype,
        space.pooling,
        space.queryPrompt,
        space.documentPrompt,
        space.textTemplate,
        space.table.dimensions,
      ],
    );
    const engine: Engine = {
      database: parts.database,
      space,
      embedder: new LazyEmbedder(parts.embedder),
      namespace: parts.namespace,
      maxTextBytes: parts.maxTextBytes,
      exactBelow: parts.exactBelow,
      newId: uuid7Maker(),
      onWritten(rows, kind) {
        growth.notice(rows);
        housekeeping.notice(rows, kind);
        background.wake();
      },
    };
    const growth = new IndexGrowth(engine);
    const housekeeping = new Housekeeping(engine);
    const background = new Background([
      new WarmUp(engine),
      new Healing(engine),
      growth,
      housekeeping,
    ]);
    background.wake();
    return new MemoryStore(engine, parts, background);
  }

  /**
   * Remembers a text. The same memory again (same text, source, session, speaker
   * and time) is the one that is there. A text that does not fit the model's window
   * is kept in parts.
   *
   * @throws {BicameralError} `INVALID_INPUT`, `STORE_FULL`.
   */
  add(memory: NewMemory, options: CallOptions = {}): Promise<Added> {
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
  ): Promise<(Added | null)[]> {
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
    return this.#call(options, (bound) => search(this.#engine, this.#retriever, query, bound));
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

  /** Every memory with its vector, of one namespace or of all. */
  export(options: CallOptions = {}): AsyncGenerator<ExportedMemory, void, undefined> {
    return exportAll(this.#engine, { ...options, signal: this.#signal(options) });
  }

  /** Makes vectors that are missing or of another model anew; goes on where it was stopped. */
  reembed(
    options: { signal?: AbortSignal; onProgress?: (progress: ReembedProgress) => void } = {},
  ): Promise<ReembedProgress> {
    return this.#call(options, (bound) => reembed(this.#engine, "stale", bound));
  }

  /** What the store holds and what it runs on. */
  status(): Promise<Status> {
    return this.#call({}, () => status(this.#engine, this.#parts));
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
    await this.#background.stop();
    await this.#engine.embedder.close();
    await Promise.allSettled(this.#running);
    await this.#engine.database.close();
  }

  async #call<O extends { signal?: AbortSignal }, T>(
    options: O,
    verb: (bound: O & { signal: AbortSignal }) => Promise<T>,
  ): Promise<T> {
    const signal = this.#signal(options);
    signal.throwIfAborted();
    const running = this.#background.call(() => verb({ ...options, signal }));
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
