import type { ColumnType, DatabaseCapabilities, LoadValue, SqlValue } from "../../src/database.ts";
import { serve } from "../thread/serve.ts";
import { type EngineOptions, PgliteEngine } from "./pglite_engine.ts";
import type { CompiledPglite } from "./pglite_wasm.ts";

/** The thread that a PGlite lives in: what it computes never holds the caller's event loop. */

let engine: PgliteEngine | null = null;

function opened(): PgliteEngine {
  if (engine === null) throw new TypeError("The thread was not told what to open");
  return engine;
}

serve({
  prepare(options: EngineOptions): Promise<void> {
    engine = new PgliteEngine(options);
    return engine.prepare();
  },
  async open(compiled: CompiledPglite): Promise<DatabaseCapabilities> {
    await opened().open(compiled);
    return await opened().capabilities();
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
  rollback: () => opened().rollback(),
  maintain: (sql: string) => opened().maintain(sql),
  close: () => opened().close(),
});
