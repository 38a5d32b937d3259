import type { LoadValue } from "../database.ts";
import { embeddedText, type PreparedRow } from "./prepare.ts";
import { embedRows } from "./embed_rows.ts";
import type { Engine } from "./engine.ts";
import { createStaging, ROW_COLUMNS } from "./staging.ts";

/** A row that is in the store now, whoever wrote it. */
export interface WrittenRow {
  readonly id: string;
  /** Written by this call; false when the same content was there. */
  readonly created: boolean;
  readonly pending: boolean;
}

interface KeptRow {
  readonly namespace: string;
  readonly content_hash: string;
  readonly id: string;
  readonly pending: boolean;
}

/**
 * Writes rows in one transaction, each with its vector: one write a row, no dead
 * versions. What is there already costs no embedding. The order of the two steps
 * is free, for nothing is acknowledged before the commit.
 *
 * @param turn Awaited before the transaction, so that batches embedded side by
 * side are committed in the order of their input.
 */
export async function writeRows(
  engine: Engine,
  rows: readonly PreparedRow[],
  turn: Promise<unknown>,
  signal?: AbortSignal,
): Promise<WrittenRow[]> {
  const kept = await findKept(engine, rows);
  const fresh = [
    ...new Map(rows.filter((row) => !kept.has(keyOf(row))).map((row) => [keyOf(row), row]))
      .values(),
  ];
  const vectors = await vectorsFor(engine, fresh, signal);
  await turn;
  signal?.throwIfAborted();
  if (fresh.length > 0) {
    for (const row of await insert(engine, fresh, vectors)) kept.set(keyOf(row), row);
    engine.onWritten(fresh.length, "added");
  }
  return rows.map((row) => {
    const now = kept.get(keyOf(row)) as KeptRow;
    return { id: now.id, created: now.id === row.id, pending: now.pending };
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

async function findKept(
  engine: Engine,
  rows: readonly PreparedRow[],
): Promise<Map<string, KeptRow>> {
  const found = await engine.database.query<KeptRow>(
    `select m.namespace, m.content_hash, m.id, m.embedding is null as pending
     from unnest($1::text[], $2::text[]) as wanted (namespace, content_hash)
     join bicameral.memories m using (namespace, content_hash)`,
    [rows.map((row) => row.memory.namespace), rows.map((row) => row.hash)],
  );
  return new Map(found.map((row) => [keyOf(row), row]));
}

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
    await tx.query(
      `insert into bicameral.memories (${columns}) select ${columns} from incoming_memories
       on conflict (namespace, content_hash) do nothing`,
    );
    return await tx.query<KeptRow>(
      `select m.namespace, m.content_hash, m.id, m.embedding is null as pending
       from incoming_memories join bicameral.memories m using (namespace, content_hash)`,
    );
  });
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

function keyOf(row: PreparedRow | KeptRow): string {
  return "hash" in row
    ? `${row.hash} ${row.memory.namespace}`
    : `${row.content_hash} ${row.namespace}`;
}
