import type { Database } from "../src/database.ts";

/**
 * A database that is interrupted: `interrupt` is called, and may throw, before the
 * statement of a number (from 0) within transactions.
 */
export function interrupted(database: Database, number: number, interrupt: () => void): Database {
  let next = 0;
  return {
    capabilities: database.capabilities,
    query: (sql, parameters) => database.query(sql, parameters),
    load: (table, columns, rows) => database.load(table, columns, rows),
    maintain: (statement) => database.maintain(statement),
    close: () => database.close(),
    transaction: (run) =>
      database.transaction((tx) =>
        run({
          async query(sql, parameters) {
            if (next++ === number) interrupt();
            return await tx.query(sql, parameters);
          },
          load: (table, columns, rows) => tx.load(table, columns, rows),
        })
      ),
  };
}
