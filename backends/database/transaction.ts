import type { ColumnType, LoadValue, Queryable, SqlValue } from "../../src/database.ts";

/** A connection while it is a transaction's: whoever keeps the handle for later finds it ended. */
export class Transaction implements Queryable {
  #connection: Queryable | null;

  constructor(connection: Queryable) {
    this.#connection = connection;
  }

  async query<Row>(sql: string, parameters?: readonly SqlValue[]): Promise<Row[]> {
    return await this.#open().query<Row>(sql, parameters);
  }

  async load(
    table: string,
    columns: Readonly<Record<string, ColumnType>>,
    rows: readonly (readonly LoadValue[])[],
  ): Promise<number> {
    return await this.#open().load(table, columns, rows);
  }

  end(): void {
    this.#connection = null;
  }

  #open(): Queryable {
    if (this.#connection === null) throw new TypeError("The transaction has ended");
    return this.#connection;
  }
}
