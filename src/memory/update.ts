import type { Queryable } from "../database.ts";
import type { LiveSpace } from "../embed/live_space.ts";
import { BicameralError } from "../errors.ts";
import type { Space } from "../spaces/space.ts";
import { Parameters } from "../spaces/statement.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import { checkId, checkName, checkNamespace, checkText, checkTime, invalid } from "./checks.ts";
import { contentHash } from "./content_hash.ts";
import { embedRows } from "./embed_rows.ts";
import type { Engine } from "./engine.ts";
import { checkMetadata } from "./input.ts";
import { writeLargeRows } from "./large_rows.ts";
import { lexOf, wordsSql } from "./lexical_rows.ts";
import { notFound } from "./not_found.ts";
import { embeddedText, measure, tokenCounter } from "./prepare.ts";
import { toMemory } from "./row_memory.ts";
import { stageVectors } from "./staging.ts";
import type { CallOptions, Memory, MemoryChanges } from "./types.ts";

/** Changes a memory; what is embedded of it is embedded and analysed anew when it changed. */
export async function update(
  engine: Engine,
  id: string,
  changes: MemoryChanges,
  options: CallOptions,
): Promise<Memory> {
  const namespace = checkNamespace(options.namespace ?? engine.namespace);
  const memoryId = checkId(id);
  const checked = checkChanges(engine, changes);
  const { small, large } = engine.spaces;
  for (;;) {
    const before = await read(engine.database, namespace, memoryId);
    if (Object.keys(checked).length === 0) return toMemory(before);
    const after = { ...toMemory(before), ...checked };
    const hash = await contentHash(after);
    const text = embeddedText(engine, after, after.text);
    const same = text === embeddedText(engine, toMemory(before), before.text);
    if (!same) await checkWindow(engine, after, options.signal);
    const vectors = same
      ? new Map<Space, Float32Array>()
      : await embedIn(engine, before, text, options.signal);
    const parameters = new Parameters();
    const set = (column: string, value: string | Date | Float32Array | null, cast = "") =>
      `${column} = ${value === null ? "null" : parameters.add(value) + cast}`;
    const assignments = [
      set("text", after.text),
      set("metadata", JSON.stringify(after.metadata), "::jsonb"),
      set("occurred_at", after.occurredAt),
      set("speaker", after.speaker),
      set("session_id", after.sessionId),
      set("content_hash", hash),
      ...(same ? [] : [
        set("embedding", vectors.get(small.space) ?? null, "::vector"),
        set("space_id", vectors.has(small.space) ? small.space.id : null),
        ...lexical(engine, lexOf(engine, after, after.text), parameters),
      ]),
      "updated_at = now()",
    ];
    options.signal?.throwIfAborted();
    // Only if nobody changed it meanwhile; else it is done again on what is there then.
    const statement = `update bicameral.memories m set ${assignments.join(", ")}
      where m.namespace = ${parameters.add(namespace)} and m.id = ${parameters.add(memoryId)}
        and m.updated_at::text = ${parameters.add(before.version)} returning 1`;
    const row = await unlessClash(() =>
      engine.database.transaction(async (tx) => {
        const changed = await tx.query(statement, parameters.values);
        if (changed.length === 0) return null;
        const vector = large && vectors.get(large.space);
        if (large && vector) {
          await stageVectors(tx, [{ namespace, id: memoryId, hash, vector }], engine.newId);
          await writeLargeRows(tx, large.space.id, null, "renewed");
        }
        return await read(tx, namespace, memoryId);
      })
    );
    if (row === null) continue;
    const missing = vectors.size < spacesToEmbed(engine, before).length;
    engine.onWritten({ rows: 1, kind: "changed", pending: !same && missing ? 1 : 0 });
    return toMemory(row);
  }
}

/** Assignments of what full-text search finds it by. */
function lexical({ lexicon }: Engine, lex: string, parameters: Parameters): string[] {
  const value = `${parameters.add(lex)}::text`;
  return [
    `lex = ${value}`,
    `words = ${wordsSql(lexicon, value)}`,
    `lex_version = ${lexicon.version}`,
  ];
}

/** The spaces that hold the memory, or should: those of the mode, the large one in auto mode if it was elevated. */
function spacesToEmbed({ spaces }: Engine, before: MemoryRow): readonly LiveSpace[] {
  return spaces.live.filter((live) => live === spaces.home || before.large_space_id !== null);
}

/** The new text's vectors; where a model fails or is absent, the memory waits for it. */
async function embedIn(
  engine: Engine,
  before: MemoryRow,
  text: string,
  signal?: AbortSignal,
): Promise<Map<Space, Float32Array>> {
  const vectors = new Map<Space, Float32Array>();
  await Promise.all(
    spacesToEmbed(engine, before).map(async (live) => {
      const [vector] = await embedRows(live, [text], signal);
      if (vector) vectors.set(live.space, vector);
    }),
  );
  return vectors;
}

function checkChanges(engine: Engine, changes: MemoryChanges): Partial<Memory> {
  if (typeof changes !== "object" || changes === null) {
    invalid("update() wants an object of changes.");
  }
  const { text, metadata, occurredAt, speaker, sessionId, ...unknown } = changes;
  const [key] = Object.keys(unknown);
  if (key !== undefined) {
    invalid(
      `update() can't change ${
        JSON.stringify(key)
      }; it changes text, metadata, occurredAt, speaker, sessionId.`,
    );
  }
  const nullable = <T, R>(value: T | null, check: (value: T) => R) =>
    value === null ? null : check(value);
  return {
    ...(text !== undefined && { text: checkText(text, engine.maxTextBytes) }),
    ...(metadata !== undefined && { metadata: checkMetadata(metadata) }),
    ...(occurredAt !== undefined && {
      occurredAt: nullable(occurredAt, (time) => checkTime("occurredAt", time)),
    }),
    ...(speaker !== undefined &&
      { speaker: nullable(speaker, (name) => checkName("speaker", name)) }),
    ...(sessionId !== undefined && {
      sessionId: nullable(sessionId, (name) => checkName("sessionId", name)),
    }),
  };
}

/** An update never splits a memory: others may hold its id. */
async function checkWindow(engine: Engine, memory: Memory, signal?: AbortSignal): Promise<void> {
  const { tokens, window } = await measure(engine, memory, tokenCounter(engine, signal));
  if (tokens <= window) return;
  invalid(
    `The new text has ${tokens} tokens with its speaker and date; one memory holds ${window}.` +
      " Forget it and add the text anew: add() splits long texts.",
  );
}

/** A memory and the version that an update is based on; a Date would lose its microseconds. */
async function read(
  database: Queryable,
  namespace: string,
  id: string,
): Promise<MemoryRow & { version: string }> {
  const [row] = await database.query<MemoryRow & { version: string }>(
    `select ${MEMORY_COLUMNS}, m.updated_at::text as version from bicameral.memories m where m.namespace = $1 and m.id = $2`,
    [namespace, id],
  );
  if (row === undefined) throw notFound(id);
  return row;
}

async function unlessClash<T>(statement: () => Promise<T>): Promise<T> {
  try {
    return await statement();
  } catch (error) {
    const state = ((error as { cause?: unknown }).cause as { code?: string } | undefined)?.code;
    if (state !== "23505") throw error;
    throw new BicameralError(
      "CONFLICT",
      "The change would make this memory equal to another one of the namespace; nothing was changed.",
      { cause: error },
    );
  }
}
