import type { ColumnType, Queryable } from "../database.ts";

type Columns = Readonly<Record<string, ColumnType>>;

/** Columns of `memories` that an add fills; also those of the staging table. `words` is made of `lex`. */
export const ROW_COLUMNS: Columns = {
  namespace: "text",
  id: "uuid",
  text: "text",
  embedding: "vector",
  space_id: "text",
  source_type: "text",
  trust_score: "float8",
  metadata: "jsonb",
  peer_id: "uuid",
  content_hash: "text",
  session_id: "text",
  speaker: "text",
  occurred_at: "timestamptz",
  document_id: "uuid",
  part: "int4",
  lex: "text",
  lex_version: "int4",
};

/** Analysed texts of memories that exist; the hash as in {@linkcode VECTOR_COLUMNS}. */
export const LEX_COLUMNS: Columns = {
  namespace: "text",
  id: "uuid",
  content_hash: "text",
  lex: "text",
};

/** New vectors of memories that exist. A memory that was changed meanwhile has another hash. */
const VECTOR_COLUMNS: Columns = {
  namespace: "text",
  id: "uuid",
  content_hash: "text",
  embedding: "vector",
  large_id: "uuid",
};

/** A vector for {@linkcode stageVectors}. */
export interface StagedVector {
  readonly namespace: string;
  readonly id: string;
  readonly hash: string;
  readonly vector: Float32Array;
}

/** Fills the staging table `incoming_vectors`; each row has an id that its large row may take. */
export async function stageVectors(
  tx: Queryable,
  vectors: readonly StagedVector[],
  newId: () => string,
): Promise<void> {
  await createStaging(tx, "incoming_vectors", VECTOR_COLUMNS);
  const rows = vectors.map((
    { namespace, id, hash, vector },
  ) => [namespace, id, hash, vector, newId()]);
  await tx.load("incoming_vectors", VECTOR_COLUMNS, rows);
}

/**
 * Makes an empty table that lives within the transaction: rows reach it by binary
 * COPY, and are merged from it in one statement.
 */
export async function createStaging(
  tx: Queryable,
  table: string,
  columns: Columns,
): Promise<void> {
  const list = Object.entries(columns).map(([name, type]) => `${name} ${type}`).join(", ");
  await tx.query(`create temp table if not exists ${table} (${list}) on commit delete rows`);
}
