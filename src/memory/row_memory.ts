import type { MemoryRow } from "../spaces/memory_row.ts";
import type { Memory } from "./types.ts";

/** A database row as the library gives it out. */
export function toMemory(row: MemoryRow): Memory {
  return {
    id: row.id,
    namespace: row.namespace,
    text: row.text,
    sourceType: row.source_type,
    trust: row.trust_score,
    metadata: row.metadata,
    peerId: row.peer_id,
    sessionId: row.session_id,
    speaker: row.speaker,
    occurredAt: row.occurred_at,
    documentId: row.document_id,
    part: row.part,
    spaces: [row.space_id, row.large_space_id].filter((id) => id !== null),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
