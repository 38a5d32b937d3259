/** A row of `memories` as the database gives it, vector and lexical text left out. */
export interface MemoryRow {
  readonly namespace: string;
  readonly id: string;
  readonly text: string;
  /** Of its vector in the small space. */
  readonly space_id: string | null;
  /** Of its vector in the large space. */
  readonly large_space_id: string | null;
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

const OWN_COLUMNS = [
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
];

/** The columns of {@linkcode MemoryRow} of `m`, for a select list. */
export const MEMORY_COLUMNS: string = [
  ...OWN_COLUMNS.map((column) => `m.${column}`),
  `(select l.space_id from bicameral.memories_1024 l
    where l.namespace = m.namespace and l.memory_id = m.id) as large_space_id`,
].join(", ");
