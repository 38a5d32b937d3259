import type { Mode } from "../config.ts";
import type { Database } from "../database.ts";
import type { Strategy } from "../fusion/strategies.ts";
import { type EmbedderSource, LazyEmbedder } from "../embed/lazy_embedder.ts";
import type { LiveSpace } from "../embed/live_space.ts";
import { BicameralError } from "../errors.ts";
import { HybridSearch } from "../retrieve/hybrid_search.ts";
import { LexicalRetriever } from "../retrieve/lexical.ts";
import { SpaceSearch } from "../retrieve/space_search.ts";
import { defineSpace, LARGE, SMALL, type SpaceTable } from "../spaces/space.ts";
import { Background } from "./background.ts";
import { Analysis } from "./chores/analysis.ts";
import { AutoElevation, type ElevationPolicy } from "./chores/auto_elevation.ts";
import { Healing } from "./chores/healing.ts";
import { Housekeeping } from "./chores/housekeeping.ts";
import { IndexGrowth } from "./chores/index_growth.ts";
import { WarmUp } from "./chores/warm_up.ts";
import type { Engine } from "./engine.ts";
import { openLexicon } from "./lexicon.ts";
import { MemoryStore } from "./memory_store.ts";
import { oneAtATime } from "./one_at_a_time.ts";
import { spacesOf } from "./spaces.ts";
import { uuid7Maker } from "./uuid.ts";

/** What a store is made of; `createMemory` puts it together. */
export interface StoreParts {
  readonly database: Database;
  readonly mode: Mode;
  /** 384 dimensions. */
  readonly small: EmbedderSource;
  /** 1024 dimensions; null in cpu mode. */
  readonly large: EmbedderSource | null;
  readonly elevateEnabled: boolean;
  readonly autoElevation: ElevationPolicy;
  readonly fusion: Strategy;
  /** A text configuration of Postgres. */
  readonly language: string;
  readonly textTemplate: string;
  readonly namespace: string;
  readonly maxTextBytes: number;
  readonly exactBelow: number;
  /** For `status()`; so is `durability`. */
  readonly location: string;
  readonly durability: string;
}

/**
 * Opens a store over a database that is migrated. A model is loaded when it is first
 * needed; that of new memories also when the store is first left alone.
 */
export async function openStore(parts: StoreParts): Promise<MemoryStore> {
  const { database, mode, textTemplate } = parts;
  const spaces = spacesOf(
    mode,
    await liveSpace("small", SMALL, parts.small, textTemplate),
    parts.large && await liveSpace("large", LARGE, parts.large, textTemplate),
  );
  const lexicon = await openLexicon(database, parts);
  for (const live of spaces.live) await registerSpace(database, live);
  const { engine: server, vector } = database.capabilities;
  await database.query(
    `insert into bicameral.meta (key, value) values ('engine', $1), ('pgvector', $2)
     on conflict (key) do update set value = excluded.value where meta.value <> excluded.value`,
    [server, vector],
  );
  const engine: Engine = {
    database,
    spaces,
    lexicon,
    hybrid: new HybridSearch(
      database,
      new SpaceSearch(database, spaces.live, parts.exactBelow),
      new LexicalRetriever(database, lexicon),
    ),
    elevation: mode === "auto" && parts.elevateEnabled,
    oneElevation: oneAtATime(),
    fusion: parts.fusion,
    namespace: parts.namespace,
    maxTextBytes: parts.maxTextBytes,
    exactBelow: parts.exactBelow,
    newId: uuid7Maker(),
    onWritten(written) {
      engine.hybrid.onWritten(written.rows);
      for (const chore of [...healing, ...growth, autoElevation, housekeeping]) {
        chore.notice(written);
      }
      background.wake();
    },
  };
  const healing = spaces.live.map((live) => new Healing(engine, live));
  const growth = spaces.live.map(({ space }) => new IndexGrowth(engine, space.table));
  const autoElevation = new AutoElevation(engine, parts.autoElevation);
  const housekeeping = new Housekeeping(engine);
  const background = new Background([
    new WarmUp(engine),
    ...healing,
    ...growth,
    new Analysis(engine),
    autoElevation,
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

async function liveSpace(
  name: string,
  table: SpaceTable,
  source: EmbedderSource,
  textTemplate: string,
): Promise<LiveSpace> {
  const { dimensions } = source.model;
  if (dimensions !== table.dimensions) {
    throw new BicameralError(
      "INVALID_CONFIG",
      `The model ${source.model.id} has ${dimensions} dimensions; the ${name} space takes ${table.dimensions}.`,
    );
  }
  const space = await defineSpace(table, source.model, textTemplate);
  return { space, embedder: new LazyEmbedder(source) };
}

/** Rows name their space by its id. */
async function registerSpace(database: Database, { space }: LiveSpace): Promise<void> {
  await database.query(
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
}
