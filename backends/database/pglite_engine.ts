import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { PGlite, type SerializerOptions, types } from "@electric-sql/pglite";
import type { ColumnType, DatabaseCapabilities, LoadValue, SqlValue } from "../../src/database.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";
import { encodeVector } from "../../src/spaces/vector_codec.ts";
import { encodeCopy } from "./copy_binary.ts";
import { DurableNodeFS } from "./durable_fs.ts";
import { full, isFull } from "./full_disk.ts";
import { LateFlush } from "./late_flush.ts";
import { type Durability, EXTENSIONS, PGLITE_VERSION, startParameters } from "./pglite_settings.ts";
import type { CompiledPglite } from "./pglite_wasm.ts";
import { noticeEnd } from "./server_end.ts";
import { createDatabase, unreadable } from "./store_directory.ts";
import { loadTemplate } from "./template.ts";

/** What an engine is opened with; crosses a thread's boundary. */
export interface EngineOptions {
  /** A store's directory that this process owns; null for a database in memory. */
  readonly directory: string | null;
  readonly durability: Durability;
  /** Where a checkout keeps the template it built. */
  readonly cacheDirectory: string;
}

/**
 * Room that a transaction must find on the disk. The server can only break down
 * when its log finds none, so what would write is not let begin: reading goes on.
 */
const MIN_FREE_BYTES = 8 * 2 ** 20;

/** PGlite itself, in the thread that runs it: every call holds that thread until it is done. */
export class PgliteEngine {
  readonly #options: EngineOptions;
  /** The server's last words of weight, for when it ends. */
  #lastWords = "";
  #end: BicameralError | null = null;
  #template: Blob | null = null;
  #database: PGlite | null = null;
  #late: LateFlush | null = null;
  #serializers: SerializerOptions = {};

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Does what can be done while PGlite is being compiled: a new store gets its files. */
  async prepare(): Promise<void> {
    const { directory, cacheDirectory, durability } = this.#options;
    if (directory === null) {
      this.#template = new Blob([await loadTemplate(cacheDirectory)]);
    } else if (!existsSync(join(directory, "pg"))) {
      const template = await loadTemplate(cacheDirectory);
      await createDatabase(directory, template, durability !== "process");
    }
  }

  async open(compiled: CompiledPglite): Promise<void> {
    const { directory, durability } = this.#options;
    const inMemory = directory === null;
    try {
      this.#database = await PGlite.create({
        ...compiled,
        ...(inMemory
          ? { loadDataDir: this.#template as Blob }
          : { fs: new DurableNodeFS(join(directory, "pg")) }),
        extensions: EXTENSIONS,
        startParams: startParameters(inMemory ? "process" : durability),
        onStderr: (line: string) => this.#listen(line),
        parsers: { [types.TIMESTAMPTZ]: parseTimestamp },
      });
    } catch (error) {
      const cause = new Error(this.#lastWords || messageOf(error), { cause: error });
      if (inMemory) throw cause;
      if (isFull(cause)) throw full(cause, "and open it again");
      throw unreadable(directory, cause.message, cause);
    }
    this.#template = null;
    const database = this.#database;
    if (!inMemory && durability === "relaxed") {
      this.#late = new LateFlush((sql) => database.query(sql));
    }
    const { rows: [type] } = await database.query<{ oid: number | null }>(
      "select to_regtype('vector')::oid::int as oid",
    );
    // In binary: reading 384 numbers as text takes the server longer than a small search.
    if (type?.oid) this.#serializers = { [type.oid]: encodeVector as never };
    noticeEnd(database.Module, (reason) => this.#end = this.#explain(reason));
  }

  async capabilities(): Promise<DatabaseCapabilities> {
    const [row] = await this.query<{ server: string; vector: string; bm25: boolean }>(
      `select current_setting('server_version') as server,
         (select extversion from pg_extension where extname = 'vector') as vector,
         exists (select from pg_extension where extname = 'pg_textsearch') as bm25`,
      [],
    );
    return {
      engine: `PGlite ${PGLITE_VERSION} (PostgreSQL ${row?.server})`,
      vector: row?.vector ?? "",
      bm25: row?.bm25 ?? false,
    };
  }

  async query<Row>(sql: string, parameters: readonly SqlValue[]): Promise<Row[]> {
    // A statement of nothing but a comment has no result at all.
    const result: { rows: Row[] } | undefined = await this.#run((database) =>
      database.query<Row>(sql, [...parameters], { serializers: this.#serializers })
    );
    return result?.rows ?? [];
  }

  async load(
    table: string,
    columns: Readonly<Record<string, ColumnType>>,
    rows: readonly (readonly LoadValue[])[],
  ): Promise<number> {
    const blob = encodeCopy(Object.values(columns), rows);
    const names = Object.keys(columns).join(", ");
    await this.#run((database) =>
      database.query(`copy ${table} (${names}) from '/dev/blob' (format binary)`, [], { blob })
    );
    return rows.length;
  }

  async begin(): Promise<void> {
    this.#requireRoom();
    await this.#execute("begin");
  }

  /** Postgres answers COMMIT after a failed statement with a ROLLBACK, and with no error. */
  async commit(): Promise<void> {
    const [result] = await this.#run((database) => database.exec("commit"));
    if (result?.command === "COMMIT") return;
    throw new BicameralError(
      "DATABASE_FAILED",
      "The transaction was rolled back, because one of its statements had failed.",
    );
  }

  /** Ends the transaction without a trace. */
  async rollback(): Promise<void> {
    await this.#execute("rollback");
  }

  /** A statement that may not run in a transaction. */
  async maintain(sql: string): Promise<void> {
    this.#requireRoom();
    await this.#execute(sql);
  }

  async #execute(sql: string): Promise<void> {
    await this.#run((database) => database.exec(sql));
  }

  async close(): Promise<void> {
    this.#late?.stop();
    // A server that broke down must not write its memory to the disk as if all were well.
    if (this.#end === null) await this.#database?.close();
  }

  async #run<T>(statement: (database: PGlite) => Promise<T>): Promise<T> {
    if (this.#database === null) throw new TypeError("The database is not open");
    this.#late?.soon();
    try {
      return await statement(this.#database);
    } catch (error) {
      if (this.#end !== null) throw this.#end;
      throw isFull(error) ? full(error, "and try again") : error;
    }
  }

  #requireRoom(): void {
    const { directory } = this.#options;
    const free = directory === null ? null : freeBytes(directory);
    if (free === null || free >= MIN_FREE_BYTES) return;
    throw full(new Error(`${free} bytes are free`), "and try again");
  }

  /** Told each line of the server's log; true would have it printed. */
  #listen(line: string): boolean {
    const [, words] = /\b(?:PANIC|FATAL):\s+(.*)/.exec(line) ?? [];
    if (words !== undefined) this.#lastWords = words;
    return false;
  }

  #explain(reason: unknown): BicameralError {
    const cause = new Error(this.#lastWords || messageOf(reason), { cause: reason });
    if (isFull(cause)) return full(cause, "and open the store again");
    return new BicameralError(
      "DATABASE_FAILED",
      `The database broke down (${cause.message}). What was acknowledged is on the disk;` +
        " close the store and open it again.",
      { cause },
    );
  }
}

/** Null where the system will not tell, and on network file systems that do not know. */
function freeBytes(directory: string): number | null {
  try {
    const { bavail, bsize, blocks } = statfsSync(directory);
    return blocks === 0 ? null : bavail * bsize;
  } catch {
    return null;
  }
}

/** Of `2024-02-29 12:00:00+00`. In ISO 8601, for JavaScript takes the year 1 for 2001 elsewhere. */
function parseTimestamp(text: string): Date {
  return new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
}
