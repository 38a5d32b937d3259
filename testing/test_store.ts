import { afterAll, beforeAll } from "bun:test";
import { createMemory, type MemoryOptions, type MemoryStore } from "../mod.ts";
import type { Database } from "../src/database.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../src/embed/turn_text.ts";
import { openStore, type StoreParts } from "../src/memory/open_store.ts";
import { fakeEmbedder, fakeLarge } from "./fake_embedder.ts";

/** A store in memory with fake models. */
export function openTestStore(options: MemoryOptions = {}): Promise<MemoryStore> {
  return createMemory({
    dataDir: "memory://",
    small: fakeEmbedder(),
    large: fakeLarge(),
    ...options,
  });
}

/** The same over a database that the test looks into as well. */
export function openStoreOn(
  database: Database,
  parts: Partial<StoreParts> = {},
): Promise<MemoryStore> {
  return openStore({
    database,
    mode: "auto",
    small: fakeEmbedder(),
    large: fakeLarge(),
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
}

/** One store for all tests of a file. Each test works in a namespace of its own. */
export interface SharedStore {
  readonly store: MemoryStore;
  /** While it answers true, the model fails on a text. */
  failOn: (text: string) => boolean;
  /** A namespace that nobody used before. */
  fresh(): { namespace: string };
}

/** Opens a store before a file's tests and closes it after them. */
export function sharedStore(): SharedStore {
  let opened: MemoryStore | null = null;
  let namespaces = 0;
  const shared: SharedStore = {
    get store() {
      if (opened === null) throw new TypeError("The store is open within tests only");
      return opened;
    },
    failOn: () => false,
    fresh: () => ({ namespace: `test-${++namespaces}` }),
  };
  beforeAll(async () => {
    opened = await openTestStore({
      small: fakeEmbedder({
        onDocument(text) {
          if (shared.failOn(text)) throw new Error("the model fails on this one");
        },
      }),
    });
  }, 30_000);
  afterAll(() => opened?.close());
  return shared;
}

/** The code that a call rejects with; "none" when it resolves. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(() => ({ code: "none" }), (error) => error);
  return error.code ?? error.message;
}

/** Waits for what happens in the background. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + 20_000;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error("It did not come true within 20 s");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** All that a source yields: `Array.fromAsync()` for Node 20. */
export async function gather<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of source) all.push(item);
  return all;
}
