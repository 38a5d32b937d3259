import { createMemory, type NewMemory } from "../../../mod.ts";
import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../../../src/embed/turn_text.ts";
import { defineSpace, LARGE, SMALL } from "../../../src/spaces/space.ts";
import { ndcg } from "../../../src/evaluate/ndcg.ts";
import { ask, type EmbeddedCollection } from "./run.ts";
import { fused } from "./simulate.ts";

const K = 10;

/**
 * Asks a real store the same, with none, half and all memories in the large space:
 * what is simulated must be what the library does.
 */
export async function compareWithStore(
  collections: readonly EmbeddedCollection[],
  small: EmbedderSource,
  large: EmbedderSource,
  queries: number,
): Promise<string> {
  const spaces = {
    small: (await defineSpace(SMALL, small.model, DEFAULT_TEXT_TEMPLATE)).id,
    large: (await defineSpace(LARGE, large.model, DEFAULT_TEXT_TEMPLATE)).id,
  };
  const lines: string[] = [];
  for (const [name, step] of [["none", Infinity], ["half", 2], ["all", 1]] as const) {
    const memory = await createMemory({ dataDir: "memory://", small, large });
    const sums = { store: 0, simulated: 0 };
    let asked = 0;
    try {
      for (const collection of collections) {
        if (asked >= queries) break;
        const namespace = collection.namespace || "default";
        const elevated = new Set(
          collection.documents.map((_, i) => i).filter((i) => i % step === 0 && step !== Infinity),
        );
        await memory.addMany(memoriesOf(collection, elevated, spaces), { namespace });
        const simulated = ask(collection, elevated, 1);
        for (const [i, { text, relevant }] of collection.queries.entries()) {
          if (asked >= queries) break;
          const { hits } = await memory.search(text, { k: K, namespace, trustWeight: 0 });
          sums.store += ndcg(hits.map(({ metadata }) => String(metadata["id"])), relevant, K);
          const ranking = fused(simulated[i]!, elevated, "calibrated")
            .map(({ id }) => collection.documents[Number(id)]!.id);
          sums.simulated += ndcg(ranking, relevant, K);
          asked++;
        }
      }
    } finally {
      await memory.close();
    }
    const percent = (sum: number) => (100 * sum / asked).toFixed(2);
    lines.push(
      `A store with ${name} elevated, ${asked} queries: nDCG@10 ${percent(sums.store)},` +
        ` simulated ${percent(sums.simulated)}\n`,
    );
  }
  return lines.join("");
}

/** Each as a part of a document already, so that a long text is not split. */
function memoriesOf(
  { documents, small, large }: EmbeddedCollection,
  elevated: ReadonlySet<number>,
  spaces: { readonly small: string; readonly large: string },
): NewMemory[] {
  return documents.map(({ id, text }, i) => ({
    text,
    metadata: { id },
    documentId: crypto.randomUUID(),
    part: 0,
    vectors: {
      [spaces.small]: small.documents[i]!,
      ...(elevated.has(i) && { [spaces.large]: large.documents[i]! }),
    },
  }));
}
