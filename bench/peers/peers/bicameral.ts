import { createMemory, type MemoryStore, type NewMemory } from "../../../mod.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../../../src/embed/turn_text.ts";
import { defineSpace, SMALL } from "../../../src/spaces/space.ts";
import { PreparedEmbedder } from "../../speed/data/prepared_embedder.ts";
import type { Peer, PeerCollection, PeerQuery, PeerStore } from "../peer.ts";

/** Bicameral itself, in memory: its public search with its defaults, a namespace a collection. */
export function bicameral(): Peer {
  return {
    name: "Bicameral",
    setting: "default",
    async open(collections) {
      const embedder = new PreparedEmbedder();
      const { id: space } = await defineSpace(SMALL, embedder.model, DEFAULT_TEXT_TEMPLATE);
      const memory = await createMemory({ dataDir: "memory://", mode: "cpu", small: embedder });
      for (const collection of collections) {
        const { namespace } = collection;
        await memory.addMany(memoriesOf(collection, space), { namespace: nameOf(namespace) });
      }
      return new BicameralStore(memory, embedder);
    },
  };
}

/** Each as a part of a document already, so that a long text is not split. */
function memoriesOf({ documents }: PeerCollection, space: string): NewMemory[] {
  return documents.map(({ id, text, vector }) => ({
    text,
    metadata: { id },
    documentId: crypto.randomUUID(),
    part: 0,
    vectors: { [space]: vector },
  }));
}

function nameOf(namespace: string): string {
  return namespace || "default";
}

class BicameralStore implements PeerStore {
  readonly #memory: MemoryStore;
  readonly #embedder: PreparedEmbedder;

  constructor(memory: MemoryStore, embedder: PreparedEmbedder) {
    this.#memory = memory;
    this.#embedder = embedder;
  }

  async search({ text, vector, namespace }: PeerQuery, k: number): Promise<string[]> {
    this.#embedder.next = vector;
    const { hits } = await this.#memory.search(text, { k, namespace: nameOf(namespace) });
    return hits.map(({ metadata }) => String(metadata["id"]));
  }

  close(): Promise<void> {
    return this.#memory.close();
  }
}
