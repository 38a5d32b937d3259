/** A row of `memories` as the database gives it, vector and lexical text left out. */
export interface MemoryRow {
  readonly namespace: string;
  readonly id: string;
  readonly text: string;
  readonly space_id: string | null;
  readonly source_type: string;
  readonly trust_score: number;
  readonly metadata: Record<string, unknown>;
  readonly peer_id: string | null;
  readonly content_hash: string;
  readonly session_id: string | null;
  readonly speaker: string | null;
  readonly occurred_at: Date | null;
  readonly document_id: string | null;
  readonly part: number | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The columns of {@linkcode MemoryRow} of `m`, for a select list. */
export const MEMORY_COLUMNS: string = [
  "namespace",
  "id",
  "text",
  "space_id",
  "source_type",
  "trust_score",
  "metadata",
  "peer_id",
  "content_hash",
  "session_id",
  "speaker",
  "occurred_at",
  "document_id",
  "part",
  "created_at",
  "updated_at",
].map((column) => `m.${column}`).join(", ");
