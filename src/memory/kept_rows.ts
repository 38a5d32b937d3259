import type { Queryable } from "../database.ts";
import type { Engine } from "./engine.ts";
import type { PreparedMemory, PreparedRow } from "./prepare.ts";

/** A row with some content, as it is now. */
export interface KeptRow {
  readonly namespace: string;
  readonly content_hash: string;
  readonly id: string;
  /** Without the vector that the mode wants of it. */
  readonly pending: boolean;
}

/**
 * Documents that are there, with their parts: a document is recognised as a whole,
 * for another model or template may have split it elsewhere.
 */
export async function findDocuments(
  engine: Engine,
  memories: readonly PreparedMemory[],
): Promise<Map<string, KeptRow[]>> {
  const wanted = memories.filter((memory) => memory.documentId !== null);
  if (wanted.length === 0) return new Map();
  const found = await engine.database.query<KeptRow & { document_id: string }>(
    `select m.namespace, m.content_hash, m.id, ${pendingIn(engine)} as pending, m.document_id
     from unnest($1::text[], $2::uuid[]) as wanted (namespace, document_id)
     join bicameral.memories m using (namespace, document_id) order by m.part`,
    [
      wanted.map(({ memory }) => memory.namespace),
      wanted.map(({ documentId }) => documentId as string),
    ],
  );
  const documents = new Map<string, KeptRow[]>();
  for (const row of found) {
    const key = `${row.document_id} ${row.namespace}`;
    documents.set(key, [...documents.get(key) ?? [], row]);
  }
  return documents;
}

/** Rows that have the content of others, by {@linkcode rowKey}. */
export async function findKept(
  engine: Engine,
  database: Queryable,
  rows: readonly PreparedRow[],
): Promise<Map<string, KeptRow>> {
  const found = await database.query<KeptRow>(
    `select m.namespace, m.content_hash, m.id, ${pendingIn(engine)} as pending
     from unnest($1::text[], $2::text[]) as wanted (namespace, content_hash)
     join bicameral.memories m using (namespace, content_hash)`,
    [rows.map((row) => row.memory.namespace), rows.map((row) => row.hash)],
  );
  return new Map(found.map((row) => [rowKey(row), row]));
}

/** Whether the memory `m` waits for the vector that the mode wants of it. */
function pendingIn({ spaces }: Engine): string {
  if (spaces.home.space.table.alias === "m") return "m.embedding is null";
  // One that has only a small vector is left as it is: see backlog.ts.
  return `coalesce((select v.space_id is null from bicameral.memories_1024 v
    where v.namespace = m.namespace and v.memory_id = m.id), m.embedding is null)`;
}

/** What makes a row the same as another one. */
export function rowKey(row: PreparedRow | Omit<KeptRow, "pending">): string {
  return "hash" in row
    ? `${row.hash} ${row.memory.namespace}`
    : `${row.content_hash} ${row.namespace}`;
}

/** What makes a memory in parts the same as another one. */
export function documentKey({ documentId, memory }: PreparedMemory): string {
  return `${documentId} ${memory.namespace}`;
}
