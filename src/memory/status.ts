import type { Engine } from "./engine.ts";
import type { Status } from "./types.ts";

/** What a store holds and what it runs on. `place` is told by whoever opened it. */
export async function status(
  engine: Engine,
  place: { readonly location: string; readonly durability: string },
): Promise<Status> {
  const { database, embedder, space, exactBelow } = engine;
  // Whether a model works, and on what, is known when it was loaded.
  await embedder.load().catch(() => {});
  const [counts, bySpace, index, schema] = await Promise.all([
    database.query<{ memories: number; namespaces: number; pending: number }>(
      `select count(*)::int as memories, count(distinct namespace)::int as namespaces,
         (count(*) filter (where embedding is null))::int as pending from bicameral.memories`,
    ),
    database.query<{ space_id: string; count: number }>(
      `select space_id, count(*)::int as count from bicameral.memories
       where space_id is not null group by space_id order by space_id`,
    ),
    database.query<{ indexed: number; waiting: number }>(
      `select coalesce(sum(indexed), 0)::int as indexed,
         coalesce(sum(waiting) filter (where indexed + waiting > $1), 0)::int as waiting
       from (select count(*) filter (where indexed) as indexed,
               count(*) filter (where not indexed) as waiting
             from bicameral.memories_codes group by namespace, space_id) sizes`,
      [exactBelow],
    ),
    database.query<{ version: number }>(
      "select count(*)::int as version from bicameral.meta where key like 'migration:%'",
    ),
  ]);
  const vectorsBySpace = Object.fromEntries(bySpace.map((row) => [row.space_id, row.count]));
  const { memories = 0, namespaces = 0, pending = 0 } = counts[0] ?? {};
  return {
    mode: "cpu",
    location: place.location,
    durability: place.durability,
    memories,
    namespaces,
    vectorsBySpace,
    pending,
    needsReembedding: memories - pending - (vectorsBySpace[space.id] ?? 0),
    models: [{
      space: space.id,
      fingerprint: space.fingerprint,
      model: space.model,
      revision: space.revision,
      dtype: space.dtype,
      state: embedder.ready ? "ready" : "failed",
      device: embedder.device,
      notes: embedder.notes,
    }],
    index: { exactBelow, indexed: index[0]?.indexed ?? 0, waiting: index[0]?.waiting ?? 0 },
    engine: {
      database: database.capabilities.engine,
      pgvector: database.capabilities.vector,
      bm25: database.capabilities.bm25,
      schema: schema[0]?.version ?? 0,
    },
  };
}
