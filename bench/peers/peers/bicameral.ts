import { createMemory, type MemoryStore, type NewMemory } from "../../../mod.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../../../src/embed/turn_text.ts";
import { defineSpace, SMALL } from "../../../src/spaces/space.ts";
import { PreparedEmbedder } from "../../speed/data/prepared_embedder.ts";
import { toMemory } from "../../quality/hybrid/filled_store.ts";
import type { Peer, PeerQuery, PeerStore } from "../peer.ts";

/**
 * Bicameral itself, in memory, a namespace a collection: its public search with its defaults,
 * or without reading turns in the context of their session, which no other peer does.
 */
export function bicameral({ turns }: { readonly turns: boolean }): Peer {
  return {
    name: "Bicameral",
    setting: turns ? "default" : "without turns",
    async open(collections) {
      const embedder = new PreparedEmbedder();
      const { id: space } = await defineSpace(SMALL, embedder.model, DEFAULT_TEXT_TEMPLATE);
      const memory = await createMemory({ dataDir: "memory://", mode: "cpu", small: embedder });
      for (const collection of collections) {
        const { namespace } = collection;
        const memories = collection.documents.map((document): NewMemory => ({
          ...toMemory(document, space),
          metadata: { id: document.id },
        }));
        await memory.addMany(memories, { namespace: nameOf(namespace) });
      }
      return new BicameralStore(memory, embedder, turns);
    },
  };
}

function nameOf(namespace: string): string {
  return namespace || "default";
}

class BicameralStore implements PeerStore {
  readonly #memory: MemoryStore;
  readonly #embedder: PreparedEmbedder;
  readonly #turns: boolean;

  constructor(memory: MemoryStore, embedder: PreparedEmbedder, turns: boolean) {
    this.#memory = memory;
    this.#embedder = embedder;
    this.#turns = turns;
  }

  async search({ text, vector, namespace }: PeerQuery, k: number): Promise<string[]> {
    this.#embedder.next = vector;
    const { hits } = await this.#memory.search(text, {
      k,
      namespace: nameOf(namespace),
      turns: this.#turns,
    });
    return hits.map(({ metadata }) => String(metadata["id"]));
  }

  close(): Promise<void> {
    return this.#memory.close();
  }
}
