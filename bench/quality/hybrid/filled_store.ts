import { createMemory, type MemoryStore, type NewMemory } from "../../../mod.ts";
import { progressBar } from "../../../backends/cli/progress.ts";
import { answerId } from "../../../backends/cli/bench/relevant_memories.ts";
import type { Configuration } from "../../../backends/cli/bench/configurations.ts";
import { MINILM } from "../../../src/embed/catalogue.ts";
import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../../../src/embed/turn_text.ts";
import type { Ask } from "../../../src/evaluate/evaluate.ts";
import { defineSpace, SMALL } from "../../../src/spaces/space.ts";
import { PreparedEmbedder } from "../../speed/data/prepared_embedder.ts";
import type { EmbeddedDataset, EmbeddedDocuments } from "./dataset.ts";

/** A real store that holds a data set, and answers with the data set's ids. */
export interface FilledStore {
  /** Asks its public search; a query's vector is laid ready, so that no time is spent on it. */
  ask(configuration: Configuration, k: number): Ask;
  close(): Promise<void>;
}

/** Fills a store in memory: turns as turns, with their speaker, time and session. */
export async function fillStore(
  { name, collections, queryVectors }: EmbeddedDataset,
  source: EmbedderSource,
): Promise<FilledStore> {
  const embedder = new PreparedEmbedder(MINILM, source);
  const { id: space } = await defineSpace(SMALL, source.model, DEFAULT_TEXT_TEMPLATE);
  const store = await createMemory({ dataDir: "memory://", mode: "cpu", small: embedder });
  const total = collections.reduce((sum, { documents }) => sum + documents.length, 0);
  const bar = progressBar({ label: `Filling a store with ${name}`, total });
  const ids = new Map<string, string>();
  try {
    let before = 0;
    for (const collection of collections) {
      const onProgress = ({ added }: { added: number }) => bar.update(before + added);
      await fill(store, collection, space, ids, onProgress);
      before += collection.documents.length;
    }
  } finally {
    bar.end();
  }
  return {
    ask: ({ options }, k) => async ({ id, text, namespace = "default" }, signal) => {
      embedder.next = queryVectors.get(id)!;
      const { hits } = await store.search(text, {
        ...options,
        k,
        namespace,
        ...(signal && { signal }),
      });
      return hits.map((hit) => ids.get(answerId(hit))!);
    },
    close: () => store.close(),
  };
}

async function fill(
  store: MemoryStore,
  { namespace, documents }: EmbeddedDocuments,
  space: string,
  ids: Map<string, string>,
  onProgress: (progress: { added: number }) => void,
): Promise<void> {
  const memories = documents.map((document) => toMemory(document, space));
  const results = await store.addMany(memories, { namespace, onProgress });
  results.forEach((result, i) => {
    const { id } = documents[i]!;
    // One that was taken for another could never be found under its own id.
    if (result?.created !== true) throw new Error(`The store took ${id} for another document`);
    ids.set(memories[i]!.documentId ?? result.id, id);
  });
}

/** A document as a memory, a turn as a turn, with its vector. */
export function toMemory(
  { turn, vector }: Pick<EmbeddedDocuments["documents"][number], "turn" | "vector">,
  space: string,
): NewMemory {
  const { text, speaker, occurredAt, sessionId } = turn;
  return {
    text,
    ...(speaker !== null && { speaker }),
    ...(occurredAt !== null && { occurredAt }),
    // What is no turn may be longer than the model's window: a part is not split again.
    ...(sessionId !== null ? { sessionId } : { documentId: crypto.randomUUID(), part: 0 }),
    vectors: { [space]: vector },
  };
}
