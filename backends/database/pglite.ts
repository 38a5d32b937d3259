import type {
  ColumnType,
  Database,
  DatabaseCapabilities,
  LoadValue,
  Queryable,
  SqlValue,
} from "../../src/database.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";
import { Thread } from "../thread/thread.ts";
import { atExit, notAtExit } from "./at_exit.ts";
import { migrate } from "./migrate.ts";
import type { EngineOptions } from "./pglite_engine.ts";
import type { Durability } from "./pglite_settings.ts";
import { compilePglite } from "./pglite_wasm.ts";
import { type OwnedDirectory, takeDirectory } from "./store_directory.ts";
import { Transaction } from "./transaction.ts";

export type { Durability };

/** Where a PGlite store is and how safely it writes. */
export interface PgliteOptions {
  /** A directory, made when absent, or `memory://` (gone when closed). */
  readonly location: string;
  /** Default `strict`; in memory it means nothing. */
  readonly durability?: Durability;
  /** Take the directory from an owner that may be dead: on another host, in another container. */
  readonly force?: boolean;
  /** Where a checkout keeps the template it built. */
  readonly cacheDirectory: string;
}

const MEMORY = "memory://";
const THREAD = new URL("./pglite_thread", import.meta.url);

/**
 * Opens PGlite in a thread of its own and brings its schema up to date.
 *
 * @throws {BicameralError} `STORE_LOCKED` within half a second when another live
 * process owns the directory; `STORE_VERSION` when it is of a newer schema or
 * another Postgres major; `STORE_UNREADABLE` when it is no store or will not
 * open; `STORE_FULL`.
 *
 * @param thread The module of its thread; tests have one that fails when it is told to.
 */
export async function openPglite(
  options: PgliteOptions,
  thread: URL = THREAD,
): Promise<Database> {
  const { location, durability = "strict", force = false, cacheDirectory } = options;
  const owned = location === MEMORY ? null : await takeDirectory(location, force);
  const database = new PgliteDatabase(owned, thread);
  try {
    await database.open({ directory: owned?.path ?? null, durability, cacheDirectory });
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

class PgliteDatabase implements Database {
  readonly #owned: OwnedDirectory | null;
  #capabilities: DatabaseCapabilities | null = null;
  #closed: Error | null = null;
  #closing: Promise<void> | null = null;
  /** One connection: whoever comes waits for the statement or transaction before. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #thread: Thread;
  readonly #connection: Queryable = {
    query: (sql, parameters = []) => this.#call("query", { sql, parameters }),
    load: (table, columns, rows) => this.#call("load", { table, columns, rows }),
  };
  /** A script that forgets to close gives the directory back where it ends with nothing running. */
  readonly #atExit: () => void = () => {
    if (this.#thread.idle) this.#owned?.release();
  };

  constructor(owned: OwnedDirectory | null, thread: URL) {
    this.#owned = owned;
    this.#thread = new Thread(thread, null, (reason) => this.#breakDown(reason));
    if (owned !== null) atExit(this.#atExit);
  }

  get capabilities(): DatabaseCapabilities {
    if (this.#capabilities === null) throw new TypeError("The database is not open");
    return this.#capabilities;
  }

  async open(options: EngineOptions): Promise<void> {
    const [compiled] = await Promise.all([compilePglite(), this.#call("prepare", options)]);
    this.#capabilities = await this.#call("open", compiled);
  }

  query<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]> {
    return this.#alone(() => this.#connection.query<Row>(sql, parameters));
  }

  load(
    table: string,
    columns: Readonly<Record<string, ColumnType>>,
    rows: readonly (readonly LoadValue[])[],
  ): Promise<number> {
    return this.#alone(() => this.#connection.load(table, columns, rows));
  }

  transaction<T>(run: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#alone(async () => {
      await this.#call("begin", null);
      const tx = new Transaction(this.#connection);
      try {
        const result = await run(tx);
        tx.end();
        await this.#call("commit", null);
        return result;
      } catch (error) {
        tx.end();
        // Its own failure would hide the reason; a connection that broke has nothing to undo.
        await this.#call("rollback", null).catch(() => {});
        throw error;
      }
    });
  }

  maintain(sql: string): Promise<void> {
    return this.#alone(() => this.#call("maintain", sql));
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    // What runs is let finish; what waits behind it finds the store closing.
    await this.#last;
    if (this.#closed === null && this.#capabilities !== null) {
      await this.#call("close", null).catch(() => {});
    }
    const reason = storeClosed();
    this.#closed ??= reason;
    await this.#thread.stop(reason);
    this.#giveBack();
  }

  #breakDown(reason: Error): void {
    this.#closed ??= new BicameralError(
      "DATABASE_FAILED",
      `The database broke down (${
        messageOf(reason)
      }). What was acknowledged is on the disk; open the store again.`,
      { cause: reason },
    );
    this.#giveBack();
  }

  #giveBack(): void {
    notAtExit(this.#atExit);
    this.#owned?.release();
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(() => {
      if (this.#closing !== null) throw storeClosed();
      return work();
    });
    this.#last = result.catch(() => {});
    return result;
  }

  async #call<T>(method: string, payload: unknown): Promise<T> {
    if (this.#closed !== null) throw this.#closed;
    try {
      return await this.#thread.call<T>(method, payload);
    } catch (error) {
      throw this.#closed ?? typed(error);
    }
  }
}

function storeClosed(): BicameralError {
  return new BicameralError("STORE_CLOSED", "The store was closed.");
}

/** Our own errors as they are; the database's as `DATABASE_FAILED`, SQLSTATE in the cause. */
function typed(error: unknown): unknown {
  if (error instanceof BicameralError) return error;
  const state = (error as { code?: string }).code;
  return new BicameralError(
    "DATABASE_FAILED",
    `The database refused a statement${state === undefined ? "" : ` (${state})`}: ${
      messageOf(error)
    }`,
    { cause: error },
  );
}
