import { openPglite } from "../backends/database/pglite.ts";
import type { Database } from "../src/database.ts";
import type { MemoryStore } from "../src/memory/memory_store.ts";
import { CACHE } from "./stores.ts";
import { openStoreOn } from "./test_store.ts";

/** A store over a database that a test may look into. */
export interface EngineStore {
  readonly database: Database;
  readonly store: MemoryStore;
}

/** A store in memory with a fake model, in cpu mode; an engine without BM25 where that is asked for. */
export async function openEngineStore(
  { bm25 = true }: { readonly bm25?: boolean } = {},
): Promise<EngineStore> {
  const pglite = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  const database = bm25 ? pglite : withoutBm25(pglite);
  return { database, store: await openStoreOn(database, { mode: "cpu", large: null }) };
}

/** The same database, as of an engine that lacks pg_textsearch. */
export function withoutBm25(database: Database): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === "capabilities") return { ...target.capabilities, bm25: false };
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
