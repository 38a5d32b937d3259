/** One statement's parameter: what Postgres' text format can carry. */
export type SqlValue =
  | string
  | number
  | boolean
  | bigint
  | null
  | Date
  | Float32Array
  | readonly string[];

/** A field of a bulk row: the port encodes it for the column's type. */
export type LoadValue = string | number | null | Date | Float32Array;

/** What an engine can do, for `status()` and for choosing SQL by ability instead of by name. */
export interface DatabaseCapabilities {
  /** Name and version, for people: "PGlite 0.5.14 (PostgreSQL 18.0)". */
  readonly engine: string;
  /** pgvector's version. */
  readonly vector: string;
  /** Has true BM25 in SQL (pg_textsearch). */
  readonly bm25: boolean;
}

/** Types of columns that bulk loading can fill. */
export type ColumnType =
  | "text"
  | "uuid"
  | "float8"
  | "int4"
  | "jsonb"
  | "timestamptz"
  | "vector";

/** Runs SQL; inside {@linkcode Database.transaction}, the transaction's own handle. */
export interface Queryable {
  /**
   * Runs one statement and returns its rows. Vectors go in as `Float32Array`.
   *
   * @throws {BicameralError} `DATABASE_FAILED` when it is refused: the `code` of its
   * `cause` is the SQLSTATE; `STORE_FULL`; `STORE_CLOSED`.
   */
  query<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** Fills an existing (usually temporary) table by binary COPY; returns the number of rows. */
  load(
    table: string,
    columns: Readonly<Record<string, ColumnType>>,
    rows: readonly (readonly LoadValue[])[],
  ): Promise<number>;
}

/**
 * The database port: Postgres with pgvector, wherever it runs. Statements of
 * concurrent callers are queued; a transaction has the connection to itself.
 */
export interface Database extends Queryable {
  readonly capabilities: DatabaseCapabilities;
  /**
   * Commits when `run` resolves, rolls back when it rejects. Rejects as well when a
   * statement failed and `run` took no notice: that can't be committed. The handle
   * ends with it.
   */
  transaction<T>(run: (tx: Queryable) => Promise<T>): Promise<T>;
  /** Runs one statement that may not run in a transaction, such as VACUUM. */
  maintain(statement: string): Promise<void>;
  /** Lets finish what runs, rejects what waits (`STORE_CLOSED`), releases everything. Idempotent. */
  close(): Promise<void>;
}
