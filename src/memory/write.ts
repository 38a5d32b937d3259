import type { LoadValue, Queryable } from "../database.ts";
import { BicameralError } from "../errors.ts";
import { embeddedText, type PreparedMemory, type PreparedRow } from "./prepare.ts";
import { embedRows } from "./embed_rows.ts";
import type { Engine } from "./engine.ts";
import { documentKey, findDocuments, findKept, type KeptRow, rowKey } from "./kept_rows.ts";
import { writeLargeRows } from "./large_rows.ts";
import { lexOf, wordsSql } from "./lexical_rows.ts";
import { createStaging, ROW_COLUMNS, stageVectors } from "./staging.ts";
import type { AddResult } from "./types.ts";

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
  const documents = await findDocuments(engine, memories);
  const rows = memories.filter((memory) => !documents.has(documentKey(memory)))
    .flatMap((memory) => memory.rows);
  const kept = await findKept(engine, engine.database, rows);
  const fresh = new Map<string, PreparedRow>();
  for (const row of rows) {
    const key = rowKey(row);
    if (!kept.has(key) && !fresh.has(key)) fresh.set(key, row);
  }
  const vectors = await vectorsFor(engine, [...fresh.values()], signal);
  await turn;
  signal?.throwIfAborted();
  if (fresh.size > 0) {
    const written = await insert(engine, [...fresh.values()], vectors);
    for (const row of written) kept.set(rowKey(row), row);
    const pending = written.filter((row) => row.pending).length;
    engine.onWritten({ rows: fresh.size, kind: "added", pending });
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

/** A row's vectors by space id. */
type Vectors = ReadonlyMap<string, Float32Array>;

/** The vectors that came with the memories, and those that the mode's model makes. */
async function vectorsFor(
  engine: Engine,
  rows: readonly PreparedRow[],
  signal?: AbortSignal,
): Promise<Vectors[]> {
  const { home } = engine.spaces;
  // A vector is of the text as it was given, not of what that was split into.
  const given = rows.map(({ memory, text }): Vectors =>
    text === memory.text ? memory.vectors : new Map()
  );
  const without = rows.filter((_, i) => !given[i]?.has(home.space.id));
  const made = await embedRows(
    home,
    without.map((row) => embeddedText(engine, row.memory, row.text)),
    signal,
  );
  const byRow = new Map(without.map((row, i) => [row, made[i] ?? null]));
  return rows.map((row, i) => {
    const own = byRow.get(row) ?? null;
    return own === null ? given[i] as Vectors : new Map([...given[i] ?? [], [home.space.id, own]]);
  });
}

/** Returns the rows that have this content now: those written, and those of a writer who was faster. */
async function insert(
  engine: Engine,
  rows: readonly PreparedRow[],
  vectors: readonly Vectors[],
): Promise<KeptRow[]> {
  const { small, large, home } = engine.spaces;
  const columns = Object.keys(ROW_COLUMNS).join(", ");
  return await engine.database.transaction(async (tx) => {
    await createStaging(tx, "incoming_memories", ROW_COLUMNS);
    const values = rows.map((row, i) =>
      toRow(engine, row, vectors[i]?.get(small.space.id) ?? null)
    );
    await tx.load("incoming_memories", ROW_COLUMNS, values);
    const written = await tx.query<Omit<KeptRow, "pending">>(
      `insert into bicameral.memories (${columns}, words)
       select ${columns}, ${wordsSql(engine.lexicon, "lex")} from incoming_memories
       on conflict (namespace, content_hash) do nothing
       returning namespace, content_hash, id`,
    );
    if (large !== null) await insertLarge(engine, tx, large.space.id, rows, vectors);
    if (written.length < rows.length) return [...(await findKept(engine, tx, rows)).values()];
    const embedded = new Set(rows.filter((_, i) => vectors[i]?.has(home.space.id)).map(rowKey));
    return written.map((row) => ({ ...row, pending: !embedded.has(rowKey(row)) }));
  });
}

/** Rows that a faster writer has written under another id are his. */
async function insertLarge(
  engine: Engine,
  tx: Queryable,
  spaceId: string,
  rows: readonly PreparedRow[],
  vectors: readonly Vectors[],
): Promise<void> {
  const staged = rows.flatMap(({ memory: { namespace }, id, hash }, i) => {
    const vector = vectors[i]?.get(spaceId);
    return vector === undefined ? [] : [{ namespace, id, hash, vector }];
  });
  if (staged.length === 0) return;
  await stageVectors(tx, staged, engine.newId);
  await writeLargeRows(tx, spaceId, null, "kept");
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
    vector === null ? null : engine.spaces.small.space.id,
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
    lexOf(engine, memory, row.text),
    engine.lexicon.version,
  ];
}
