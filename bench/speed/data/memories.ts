import type { Filter, NewMemory } from "../../../mod.ts";
import { BGE_LARGE, identityOf, MINILM } from "../../../src/embed/catalogue.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../../../src/embed/turn_text.ts";
import { defineSpace, LARGE, SMALL } from "../../../src/spaces/space.ts";
import type { Turn } from "../../../src/embed/turn_text.ts";
import type { LargeVectors } from "./large_vectors.ts";
import type { Vectors } from "./vectors.ts";

export type FilterName =
  | "no filter"
  | "1% by metadata"
  | "1% by session"
  | "20% by metadata";

/** Filters that searches are measured under: two ways to ask for 1%, and a wider one. */
export const FILTERS: Readonly<Record<FilterName, Filter>> = {
  "no filter": {},
  "1% by metadata": { metadata: { bucket: 7 } },
  "1% by session": { sessionId: "session-7" },
  "20% by metadata": { metadata: { fifth: 3 } },
};

const { id: MINILM_SPACE } = await defineSpace(
  SMALL,
  identityOf(MINILM, "int8"),
  DEFAULT_TEXT_TEMPLATE,
);

const { id: BGE_LARGE_SPACE } = await defineSpace(
  LARGE,
  identityOf(BGE_LARGE, "int8"),
  DEFAULT_TEXT_TEMPLATE,
);

/** Which memories are in the large space as well: each `each`-th. */
export interface Elevated {
  readonly each: number;
  readonly vectors: LargeVectors;
}

/** Memories of a store of `size`, each with its vectors, so that nothing is embedded. */
export function* memoriesOf(
  turns: readonly Turn[],
  vectors: Vectors,
  size: number,
  elevated: Elevated | null = null,
): Generator<NewMemory> {
  for (let i = 0; i < size; i++) {
    const { text, speaker, occurredAt } = turns[i % turns.length] as Turn;
    yield {
      text: `${text} #${i}`,
      vectors: {
        [MINILM_SPACE]: vectors.at(i),
        ...(elevated !== null && i % elevated.each === 0 && {
          [BGE_LARGE_SPACE]: elevated.vectors.at(i),
        }),
      },
      metadata: { place: i, bucket: i % 100, fifth: i % 5 },
      sessionId: `session-${Math.floor((i * 100) / size)}`,
      ...(speaker !== null && { speaker }),
      ...(occurredAt !== null && { occurredAt }),
    };
  }
}
