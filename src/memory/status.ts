import type { LiveSpace } from "../embed/live_space.ts";
import type { Engine } from "./engine.ts";
import { countBacklog } from "./backlog.ts";
import { countWaiting } from "./lexical_rows.ts";
import type { SpaceStatus, Status } from "./types.ts";

/** What a store holds and what it runs on. `place` is told by whoever opened it. */
export async function status(
  engine: Engine,
  place: { readonly location: string; readonly durability: string },
): Promise<Status> {
  const { database, spaces: { mode, home, live }, elevation, lexicon, exactBelow } = engine;
  // Whether a model works, and on what, is known when it was loaded.
  if (await home.embedder.missing() === null) await home.embedder.load().catch(() => {});
  const [counts, bySpace, schema, waiting, ...spaces] = await Promise.all([
    database.query<Counts>(COUNTS),
    database.query<{ space_id: string; count: number }>(
      `select space_id, count(*)::int as count from (
         select space_id from bicameral.memories
         union all select space_id from bicameral.memories_1024) vectors
       where space_id is not null group by space_id order by space_id`,
    ),
    database.query<{ version: number }>(
      "select count(*)::int as version from bicameral.meta where key like 'migration:%'",
    ),
    countWaiting(engine),
    ...live.map((space) => spaceStatus(engine, space)),
  ]);
  const held = counts[0] as Counts;
  const vectorsBySpace = Object.fromEntries(bySpace.map((row) => [row.space_id, row.count]));
  return {
    mode,
    elevation,
    location: place.location,
    durability: place.durability,
    memories: held.memories,
    namespaces: held.namespaces,
    vectorsBySpace,
    pending: sum(spaces, "pending"),
    needsReembedding: sum(spaces, "needsReembedding"),
    spaces: spaces.map((space) => ({ ...space, vectors: vectorsBySpace[space.id] ?? 0 })),
    lexical: { retriever: lexicon.kind, language: lexicon.language, waiting },
    silent: Object.fromEntries(engine.hybrid.silence.silent),
    notes: notesOn(engine, held),
    exactBelow,
    engine: {
      database: database.capabilities.engine,
      pgvector: database.capabilities.vector,
      bm25: database.capabilities.bm25,
      schema: schema[0]?.version ?? 0,
    },
  };
}

interface Counts {
  readonly memories: number;
  readonly namespaces: number;
  readonly small_only: number;
  readonly large_only: number;
  readonly both: number;
}

const COUNTS = `
  select count(*)::int as memories, count(distinct m.namespace)::int as namespaces,
    (count(*) filter (where m.space_id is not null and v.space_id is null))::int as small_only,
    (count(*) filter (where m.space_id is null and v.space_id is not null))::int as large_only,
    (count(*) filter (where m.space_id is not null and v.space_id is not null))::int as both
  from bicameral.memories m left join bicameral.memories_1024 v
    on v.namespace = m.namespace and v.memory_id = m.id`;

async function spaceStatus(
  engine: Engine,
  live: LiveSpace,
): Promise<Omit<SpaceStatus, "vectors">> {
  const { space, embedder } = live;
  const missing = await embedder.missing();
  const pending = await countBacklog(engine, live, "pending");
  const stale = await countBacklog(engine, live, "outdated");
  const [index] = await engine.database.query<{ indexed: number; waiting: number }>(
    `select coalesce(sum(indexed), 0)::int as indexed,
       coalesce(sum(waiting) filter (where indexed + waiting > $1), 0)::int as waiting
     from (select count(*) filter (where indexed) as indexed,
             count(*) filter (where not indexed) as waiting
           from bicameral.${space.table.name}_codes group by namespace, space_id) sizes`,
    [engine.exactBelow],
  );
  return {
    id: space.id,
    fingerprint: space.fingerprint,
    retriever: space.table.retriever,
    model: space.model,
    revision: space.revision,
    dtype: space.dtype,
    dimensions: space.table.dimensions,
    state: missing !== null
      ? "missing"
      : embedder.ready
      ? "ready"
      : embedder.notes.length > 0
      ? "failed"
      : "idle",
    device: embedder.device,
    notes: missing === null ? embedder.notes : [missing.message],
    pending,
    needsReembedding: stale - pending,
    indexed: index?.indexed ?? 0,
    waiting: index?.waiting ?? 0,
  };
}

/** What a mode does not find by meaning, and whether it runs on what its name says. */
function notesOn({ spaces: { mode, large } }: Engine, held: Counts): string[] {
  const notes: string[] = [];
  const note = (count: number, text: string) => {
    if (count > 0) notes.push(`${count === 1 ? "1 memory is" : `${count} memories are`} ${text}`);
  };
  if (mode === "cpu") {
    note(held.both, "in the large space too, which cpu mode does not search.");
    note(
      held.large_only,
      "in the large space only, found by words alone until embedded in the small one.",
    );
  }
  if (mode === "gpu") {
    note(
      held.small_only,
      "in the small space only, found by words alone in gpu mode; reembed brings them over.",
    );
    const device = large?.embedder.device ?? "webgpu";
    if (device === "cpu" || device === "wasm") {
      notes.push(`No GPU is in use: gpu mode runs the large model on ${device}.`);
    }
  }
  return notes;
}

function sum(
  spaces: readonly Omit<SpaceStatus, "vectors">[],
  key: "pending" | "needsReembedding",
): number {
  return spaces.reduce((total, space) => total + space[key], 0);
}
