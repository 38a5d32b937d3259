import type { LoadValue, Queryable } from "../database.ts";
import { BicameralError } from "../errors.ts";
import { embeddedText, type PreparedMemory, type PreparedRow } from "./prepare.ts";
import { embedRows } from "./embed_rows.ts";
import type { Engine } from "./engine.ts";
import { createStaging, ROW_COLUMNS } from "./staging.ts";
import type { AddResult } from "./types.ts";

interface KeptRow {
  readonly namespace: string;
  readonly content_hash: string;
  readonly id: string;
  readonly pending: boolean;
}

/**
 * Writes memories in one transaction, each row with its vector: one write a row, no
 * dead versions. What is there already costs no embedding. The order of the two
 * steps is free, for nothing is acknowledged before the commit.
 *
 * @param turn Awaited before the transaction, so that batches embedded side by
 * side are committed in the order of their input.
 */
export async function writeMemories(
  engine: Engine,
  memories: readonly PreparedMemory[],
  turn: Promise<unknown>,
  signal?: AbortSignal,
): Promise<AddResult[]> {
  const documents = await findDocuments(engine.database, memories);
  const rows = memories.filter((memory) => !documents.has(documentKey(memory)))
    .flatMap((memory) => memory.rows);
  const kept = await findKept(engine.database, rows);
  const fresh = new Map<string, PreparedRow>();
  for (const row of rows) {
    const key = rowKey(row);
    if (!kept.has(key) && !fresh.has(key)) fresh.set(key, row);
  }
  const vectors = await vectorsFor(engine, [...fresh.values()], signal);
  await turn;
  signal?.throwIfAborted();
  if (fresh.size > 0) {
    for (const row of await insert(engine, [...fresh.values()], vectors)) {
      kept.set(rowKey(row), row);
    }
    engine.onWritten(fresh.size, "added");
  }
  return memories.map((memory) => {
    const there = documents.get(documentKey(memory));
    const now = there ?? memory.rows.map((row) => kept.get(rowKey(row)) ?? removedMeanwhile());
    return {
      id: (now[0] as KeptRow).id,
      documentId: memory.rows[0]?.documentId ?? null,
      parts: now.map((row) => row.id),
      created: there === undefined && now.some((row, i) => row.id === memory.rows[i]?.id),
      pending: now.some((row) => row.pending),
    };
  });
}

/** The vectors that came with the memories, or those of the model. */
async function vectorsFor(
  engine: Engine,
  rows: readonly PreparedRow[],
  signal?: AbortSignal,
): Promise<(Float32Array | null)[]> {
  // A vector is of the text as it was given, not of what that was split into.
  const given = rows.map(({ memory, text }) => text === memory.text ? memory.embedding : null);
  const without = rows.filter((_, i) => given[i] === null);
  const made = await embedRows(
    engine,
    without.map((row) => embeddedText(engine, row.memory, row.text)),
    signal,
  );
  const next = made.values();
  return given.map((vector) => vector ?? next.next().value ?? null);
}

/**
 * Documents that are there, with their parts: a document is recognised as a whole,
 * for another model or template may have split it elsewhere.
 */
async function findDocuments(
  database: Queryable,
  memories: readonly PreparedMemory[],
): Promise<Map<string, KeptRow[]>> {
  const wanted = memories.filter((memory) => memory.documentId !== null);
  if (wanted.length === 0) return new Map();
  const found = await database.query<KeptRow & { document_id: string }>(
    `select m.namespace, m.content_hash, m.id, m.embedding is null as pending, m.document_id
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

async function findKept(
  database: Queryable,
  rows: readonly PreparedRow[],
): Promise<Map<string, KeptRow>> {
  const found = await database.query<KeptRow>(
    `select m.namespace, m.content_hash, m.id, m.embedding is null as pending
     from unnest($1::text[], $2::text[]) as wanted (namespace, content_hash)
     join bicameral.memories m using (namespace, content_hash)`,
    [rows.map((row) => row.memory.namespace), rows.map((row) => row.hash)],
  );
  return new Map(found.map((row) => [rowKey(row), row]));
}

/** Returns the rows that have this content now: those written, and those of a writer who was faster. */
async function insert(
  engine: Engine,
  rows: readonly PreparedRow[],
  vectors: readonly (Float32Array | null)[],
): Promise<KeptRow[]> {
  const columns = Object.keys(ROW_COLUMNS).join(", ");
  return await engine.database.transaction(async (tx) => {
    await createStaging(tx, "incoming_memories", ROW_COLUMNS);
    const values = rows.map((row, i) => toRow(engine, row, vectors[i] ?? null));
    await tx.load("incoming_memories", ROW_COLUMNS, values);
    const written = await tx.query<KeptRow>(
      `insert into bicameral.memories (${columns}) select ${columns} from incoming_memories
       on conflict (namespace, content_hash) do nothing
       returning namespace, content_hash, id, embedding is null as pending`,
    );
    if (written.length === rows.length) return written;
    return [...(await findKept(tx, rows)).values()];
  });
}

function removedMeanwhile(): never {
  throw new BicameralError(
    "DATABASE_FAILED",
    "Another client removed the same memory while it was added; add it again.",
  );
}

/** Values in the order of {@linkcode ROW_COLUMNS}. */
function toRow(engine: Engine, row: PreparedRow, vector: Float32Array | null): LoadValue[] {
  const { memory } = row;
  return [
    memory.namespace,
    row.id,
    row.text,
    vector,
    vector === null ? null : engine.space.id,
    memory.sourceType,
    memory.trust,
    JSON.stringify(memory.metadata),
    memory.peerId,
    row.hash,
    memory.sessionId,
    memory.speaker,
    memory.occurredAt,
    row.documentId,
    row.part,
  ];
}

function rowKey(row: PreparedRow | KeptRow): string {
  return "hash" in row
    ? `${row.hash} ${row.memory.namespace}`
    : `${row.content_hash} ${row.namespace}`;
}

function documentKey({ documentId, memory }: PreparedMemory): string {
  return `${documentId} ${memory.namespace}`;
}
