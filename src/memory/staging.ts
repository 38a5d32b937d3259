import type { ColumnType, Queryable } from "../database.ts";

type Columns = Readonly<Record<string, ColumnType>>;

/** Columns of `memories` that an add fills; also those of the staging table. */
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
};

/** New vectors for rows that exist. */
export const VECTOR_COLUMNS: Columns = {
  namespace: "text",
  id: "uuid",
  content_hash: "text",
  embedding: "vector",
};

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
