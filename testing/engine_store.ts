import { openPglite } from "../backends/database/pglite.ts";
import type { Database } from "../src/database.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../src/embed/turn_text.ts";
import type { MemoryStore } from "../src/memory/memory_store.ts";
import { openStore, type StoreParts } from "../src/memory/open_store.ts";
import { fakeEmbedder } from "./fake_embedder.ts";
import { CACHE } from "./stores.ts";

/** A store over a database that a test may look into, and what lies under it. */
export interface EngineStore {
  readonly database: Database;
  readonly store: MemoryStore;
}

/** A store in memory with fake models, in cpu mode; an engine without BM25 where that is asked for. */
export async function openEngineStore(
  { bm25 = true, ...parts }: Partial<StoreParts> & { readonly bm25?: boolean } = {},
): Promise<EngineStore> {
  const pglite = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  const database = bm25 ? pglite : withoutBm25(pglite);
  const store = await openStore({
    database,
    mode: "cpu",
    small: fakeEmbedder(),
    large: null,
    elevateEnabled: true,
    autoElevation: { trust: null, uses: null },
    fusion: "weighted",
    language: "english",
    textTemplate: DEFAULT_TEXT_TEMPLATE,
    namespace: "default",
    maxTextBytes: 102_400,
    exactBelow: 5_000,
    location: "memory://",
    durability: "none",
    ...parts,
  });
  return { database, store };
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
