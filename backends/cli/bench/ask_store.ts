import type { MemoryStore } from "../../../mod.ts";
import type { Ask } from "../../../src/evaluate/evaluate.ts";
import { given } from "../given.ts";
import type { Configuration } from "./configurations.ts";
import { answerId } from "./relevant_memories.ts";

/** What asks a store by a configuration. */
export interface StoreAsker {
  by(configuration: Configuration): Ask;
  /** Retrievers that some search went without, and why. */
  readonly leftOut: ReadonlyMap<string, string>;
}

/** Asks a store for k hits by its public search. */
export function askStore(store: MemoryStore, k: number): StoreAsker {
  const leftOut = new Map<string, string>();
  return {
    leftOut,
    by: ({ options }) => async ({ text, namespace }, signal) => {
      const { hits, retrievers } = await store.search(text, {
        ...options,
        ...given({ namespace, signal }),
        k,
      });
      for (const [name, report] of Object.entries(retrievers)) {
        if (report.leftOut !== null) leftOut.set(name, report.leftOut);
      }
      return hits.map(answerId);
    },
  };
}

/** Sets of retrievers that a store can be asked by: each alone, and all together. */
export async function setsOf(store: MemoryStore): Promise<string[]> {
  const { spaces } = await store.status();
  const dense = spaces.filter(({ state, vectors }) => state !== "missing" && vectors > 0)
    .map(({ retriever }) => retriever);
  const all = [...dense, "lexical"];
  return all.length === 1 ? all : [...all, all.join("+")];
}
