import { mkdirSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import type { ColumnType, DatabaseCapabilities, LoadValue, SqlValue } from "../../src/database.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";
import { vectorLiteral } from "../../src/spaces/vector_codec.ts";
import { claimDirectory } from "./claim.ts";
import { encodeCopy } from "./copy_binary.ts";
import { DurableNodeFS } from "./durable_fs.ts";
import { type Durability, EXTENSIONS, PGLITE_VERSION, startParameters } from "./pglite_settings.ts";
import { createDatabase, inspectDirectory, unreadable, writeMarker } from "./store_directory.ts";
import { loadTemplate } from "./template.ts";

/** What {@linkcode PgliteEngine.open} needs; crosses a thread's boundary. */
export interface EngineOptions {
  /** A directory, or `memory://`. */
  readonly location: string;
  readonly durability: Durability;
  /** Take the directory even from an owner that can't be proven dead. */
  readonly force: boolean;
  /** Where a checkout keeps the template it built. */
  readonly cacheDirectory: string;
}

/** PGlite itself, in the thread that runs it: every call holds that thread until it is done. */
export class PgliteEngine {
  readonly #database: PGlite;
  readonly #release: () => void;

  private constructor(database: PGlite, release: () => void) {
    this.#database = database;
    this.#release = release;
  }

  static async open(options: EngineOptions): Promise<PgliteEngine> {
    const settings = { extensions: EXTENSIONS, startParams: startParameters(options.durability) };
    if (options.location === "memory://") {
      const loadDataDir = new Blob([await loadTemplate(options.cacheDirectory)]);
      return new PgliteEngine(await PGlite.create({ ...settings, loadDataDir }), () => {});
    }
    // Looked at before the claim is written: a directory that is refused stays untouched.
    inspectDirectory(options.location);
    mkdirSync(options.location, { recursive: true });
    const { path } = inspectDirectory(options.location);
    const release = await claimDirectory(path, options.force);
    try {
      const { exists } = inspectDirectory(path);
      writeMarker(path);
      if (!exists) {
        const template = await loadTemplate(options.cacheDirectory);
        await createDatabase(path, template, options.durability === "strict");
      }
      const fs = new DurableNodeFS(`${path}/pg`);
      const database = await PGlite.create({ ...settings, fs }).catch((error) => {
        throw isFull(error) ? full(error) : unreadable(path, messageOf(error), error);
      });
      return new PgliteEngine(database, release);
    } catch (error) {
      release();
      throw isFull(error) ? full(error) : error;
    }
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
    const values = parameters.map((p) => p instanceof Float32Array ? vectorLiteral(p) : p);
    return (await this.#run(() => this.#database.query<Row>(sql, values))).rows;
  }

  async load(
    table: string,
    columns: Readonly<Record<string, ColumnType>>,
    rows: readonly (readonly LoadValue[])[],
  ): Promise<number> {
    const blob = encodeCopy(Object.values(columns), rows);
    const names = Object.keys(columns).join(", ");
    await this.#run(() =>
      this.#database.query(`copy ${table} (${names}) from '/dev/blob' (format binary)`, [], {
        blob,
      })
    );
    return rows.length;
  }

  /** Several statements, outside of any transaction of ours. */
  async execute(sql: string): Promise<void> {
    await this.#run(() => this.#database.exec(sql));
  }

  async close(): Promise<void> {
    try {
      await this.#database.close();
    } finally {
      this.#release();
    }
  }

  async #run<T>(statement: () => Promise<T>): Promise<T> {
    try {
      return await statement();
    } catch (error) {
      throw isFull(error) ? full(error) : error;
    }
  }
}

/** SQLSTATE disk_full, or the file system's own word where the server could only panic. */
function isFull(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === "53100" || code === "ENOSPC" || code === "EDQUOT" ||
    /No space left on device|disk quota exceeded/i.test(messageOf(error));
}

function full(cause: unknown): BicameralError {
  return new BicameralError(
    "STORE_FULL",
    "The disk under the store is full. What was acknowledged is kept; free some space and try again.",
    { cause },
  );
}
