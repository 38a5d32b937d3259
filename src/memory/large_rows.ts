import type { Queryable } from "../database.ts";

/** Who had a memory elevated. */
export type ElevatedBy = "auto" | "user" | "tool:elevate_memory_to_1024";

/** A row of the large space that was written. */
export interface LargeRow {
  readonly namespace: string;
  readonly memory_id: string;
  readonly id: string;
}

/**
 * Gives the memories of the staged vectors their rows in the large space; what is
 * there keeps its id.
 *
 * @param by Null where the memory belongs there by mode.
 * @param there What becomes of a row that is there: it keeps its vector and is not returned, or gets the new one.
 */
export async function writeLargeRows(
  tx: Queryable,
  spaceId: string,
  by: ElevatedBy | null,
  there: "kept" | "renewed",
): Promise<LargeRow[]> {
  return await tx.query<LargeRow>(
    `insert into bicameral.memories_1024 as l
       (namespace, id, memory_id, text, embedding, space_id, source_type, trust_score, metadata,
        peer_id, content_hash, elevated_by, elevated_at)
     select m.namespace, i.large_id, m.id, m.text, i.embedding, $1, m.source_type, m.trust_score,
       m.metadata, m.peer_id, m.content_hash, $2::text, case when $2::text is not null then now() end
     from incoming_vectors i join bicameral.memories m using (namespace, id, content_hash)
     on conflict (namespace, memory_id) ${
      there === "kept"
        ? "do nothing"
        : "do update set embedding = excluded.embedding, space_id = excluded.space_id"
    }
     returning l.namespace, l.memory_id, l.id`,
    [spaceId, by],
  );
}
