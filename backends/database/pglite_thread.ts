import type { ColumnType, DatabaseCapabilities, LoadValue, SqlValue } from "../../src/database.ts";
import { serve } from "../thread/serve.ts";
import { type EngineOptions, PgliteEngine } from "./pglite_engine.ts";

/** The thread that a PGlite lives in: what it computes never holds the caller's event loop. */

let engine: PgliteEngine | null = null;

function opened(): PgliteEngine {
  if (engine === null) throw new TypeError("The thread was not told to open a database");
  return engine;
}

serve({
  async open(options: EngineOptions): Promise<DatabaseCapabilities> {
    engine = await PgliteEngine.open(options);
    return await engine.capabilities();
  },
  query: ({ sql, parameters }: { sql: string; parameters: readonly SqlValue[] }) =>
    opened().query(sql, parameters),
  load: (
    { table, columns, rows }: {
      table: string;
      columns: Readonly<Record<string, ColumnType>>;
      rows: readonly (readonly LoadValue[])[];
    },
  ) => opened().load(table, columns, rows),
  begin: () => opened().begin(),
  commit: () => opened().commit(),
  execute: (sql: string) => opened().execute(sql),
  close: () => opened().close(),
});
