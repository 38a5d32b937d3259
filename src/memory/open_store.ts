import type { Database } from "../database.ts";
import { type EmbedderSource, LazyEmbedder } from "../embed/lazy_embedder.ts";
import { BicameralError } from "../errors.ts";
import { defineSpace, SMALL } from "../spaces/space.ts";
import { Background } from "./background.ts";
import { Healing } from "./chores/healing.ts";
import { Housekeeping } from "./chores/housekeeping.ts";
import { IndexGrowth } from "./chores/index_growth.ts";
import { WarmUp } from "./chores/warm_up.ts";
import type { Engine } from "./engine.ts";
import { MemoryStore } from "./memory_store.ts";
import { uuid7Maker } from "./uuid.ts";

/** What a store is made of; `createMemory` puts it together. */
export interface StoreParts {
  readonly database: Database;
  readonly embedder: EmbedderSource;
  readonly textTemplate: string;
  readonly namespace: string;
  readonly maxTextBytes: number;
  readonly exactBelow: number;
  /** For `status()`; so is `durability`. */
  readonly location: string;
  readonly durability: string;
}

/**
 * Opens a store over a database that is migrated. The model is loaded when it is
 * first needed, or when the store is first left alone.
 */
export async function openStore(parts: StoreParts): Promise<MemoryStore> {
  const { dimensions } = parts.embedder.model;
  if (dimensions !== SMALL.dimensions) {
    throw new BicameralError(
      "INVALID_CONFIG",
      `The embedder's model has ${dimensions} dimensions; the small space takes ${SMALL.dimensions}.`,
    );
  }
  const space = await defineSpace(SMALL, parts.embedder.model, parts.textTemplate);
  await parts.database.query(
    `insert into bicameral.spaces (id, fingerprint, table_name, model, revision, dtype, pooling,
       query_prompt, document_prompt, text_template, dimensions)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (fingerprint) do nothing`,
    [
      space.id,
      space.fingerprint,
      space.table.name,
      space.model,
      space.revision,
      space.dtype,
      space.pooling,
      space.queryPrompt,
      space.documentPrompt,
      space.textTemplate,
      space.table.dimensions,
    ],
  );
  const { engine: server, vector } = parts.database.capabilities;
  await parts.database.query(
    `insert into bicameral.meta (key, value) values ('engine', $1), ('pgvector', $2)
     on conflict (key) do update set value = excluded.value where meta.value <> excluded.value`,
    [server, vector],
  );
  const engine: Engine = {
    database: parts.database,
    space,
    embedder: new LazyEmbedder(parts.embedder),
    namespace: parts.namespace,
    maxTextBytes: parts.maxTextBytes,
    exactBelow: parts.exactBelow,
    newId: uuid7Maker(),
    onWritten(rows, kind) {
      growth.notice(rows);
      housekeeping.notice(rows, kind);
      background.wake();
    },
  };
  const growth = new IndexGrowth(engine);
  const housekeeping = new Housekeeping(engine);
  const background = new Background([
    new WarmUp(engine),
    new Healing(engine),
    growth,
    housekeeping,
  ]);
  background.wake();
  const { location, durability } = parts;
  return new MemoryStore({
    engine,
    background,
    housekeeping,
    place: { location, durability },
  });
}
