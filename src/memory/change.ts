import { BicameralError } from "../errors.ts";
import { filterConditions, Parameters } from "../spaces/filter_sql.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import { contentHash } from "./content_hash.ts";
import { embedRows } from "./embed_rows.ts";
import type { Engine } from "./engine.ts";
import {
  checkFilter,
  checkId,
  checkMetadata,
  checkName,
  checkNamespace,
  checkText,
  checkTime,
  invalid,
  roundTrust,
} from "./input.ts";
import { embeddedText, measure, tokenCounter } from "./prepare.ts";
import { toMemory } from "./row_memory.ts";
import type { CallOptions, FeedbackKind, Filter, Memory, MemoryChanges } from "./types.ts";

/** What each kind of feedback does to trust. */
export const FEEDBACK: Readonly<Record<FeedbackKind, number>> = {
  used: 0.05,
  ignored: -0.02,
  corrected: -0.15,
  confirmed: 0.1,
};

/** Changes a memory; what is embedded of it is embedded anew when it changed. */
export async function update(
  engine: Engine,
  id: string,
  changes: MemoryChanges,
  options: CallOptions,
): Promise<Memory> {
  const namespace = checkNamespace(options.namespace ?? engine.namespace);
  const memoryId = checkId(id);
  const checked = checkChanges(engine, changes);
  for (;;) {
    const before = await read(engine, namespace, memoryId);
    if (Object.keys(checked).length === 0) return toMemory(before);
    const after = { ...toMemory(before), ...checked };
    const hash = await contentHash(after);
    const text = embeddedText(engine, after, after.text);
    const same = text === embeddedText(engine, toMemory(before), before.text);
    if (!same) await checkWindow(engine, after, options.signal);
    const vector = same ? null : (await embedRows(engine, [text], options.signal))[0] ?? null;
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
        set("embedding", vector, "::vector"),
        set("space_id", vector === null ? null : engine.space.id),
        "lex = null",
        "lex_version = null",
      ]),
      "updated_at = now()",
    ];
    options.signal?.throwIfAborted();
    const rows = await unlessClash(() =>
      engine.database.query<MemoryRow>(
        // Only if nobody changed it meanwhile; else it is done again on what is there then.
        `update bicameral.memories m set ${assignments.join(", ")}
         where m.namespace = ${parameters.add(namespace)} and m.id = ${parameters.add(memoryId)}
           and m.updated_at::text = ${parameters.add(before.version)}
         returning ${MEMORY_COLUMNS}`,
        parameters.values,
      )
    );
    if (rows[0] === undefined) continue;
    engine.onWritten(1, "changed");
    return toMemory(rows[0]);
  }
}

/** Forgets memories for good; returns how many. */
export async function forget(
  engine: Engine,
  what: string | readonly string[] | Filter,
  options: CallOptions,
): Promise<number> {
  const filter = typeof what === "string"
    ? { ids: [what] }
    : Array.isArray(what)
    ? { ids: what as string[] }
    : what as Filter;
  const checked = checkFilter(filter);
  if (Object.keys(checked).length === 0) {
    invalid(
      "forget() wants an id, ids, or a filter with at least one key: an empty one would forget everything.",
    );
  }
  const parameters = new Parameters();
  const namespace = checkNamespace(options.namespace ?? engine.namespace);
  const conditions = [
    `m.namespace = ${parameters.add(namespace)}`,
    ...filterConditions(checked, parameters),
  ];
  const [row] = await engine.database.query<{ count: number }>(
    `with gone as (delete from bicameral.memories m where ${conditions.join(" and ")} returning 1)
     select count(*)::int as count from gone`,
    parameters.values,
  );
  const count = row?.count ?? 0;
  if (count > 0) engine.onWritten(count, "changed");
  return count;
}

/** Changes a memory's trust by what came of using it, and writes down why. */
export async function feedback(
  engine: Engine,
  id: string,
  kind: FeedbackKind,
  options: CallOptions & { actor?: string },
): Promise<Memory> {
  const step = Object.hasOwn(FEEDBACK, kind) ? FEEDBACK[kind] : undefined;
  if (step === undefined) {
    invalid(`feedback must be one of ${Object.keys(FEEDBACK).join(", ")}.`);
  }
  const namespace = checkNamespace(options.namespace ?? engine.namespace);
  const memoryId = checkId(id);
  const actor = checkName("actor", options.actor ?? "user", 128);
  const memory = await engine.database.transaction(async (tx) => {
    const [before] = await tx.query<{ trust_score: number }>(
      `select trust_score from bicameral.memories where namespace = $1 and id = $2 for update`,
      [namespace, memoryId],
    );
    if (before === undefined) throw notFound(memoryId);
    const trust = roundTrust(before.trust_score + step);
    await tx.query(
      `insert into bicameral.memory_events (namespace, memory_id, kind, trust_before, trust_after, actor)
       values ($1, $2, $3, $4, $5, $6)`,
      [namespace, memoryId, kind, before.trust_score, trust, actor],
    );
    const [after] = await tx.query<MemoryRow>(
      `update bicameral.memories m set trust_score = $3, updated_at = now()
       where namespace = $1 and id = $2 returning ${MEMORY_COLUMNS}`,
      [namespace, memoryId, trust],
    );
    return toMemory(after as MemoryRow);
  });
  engine.onWritten(1, "changed");
  return memory;
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
  engine: Engine,
  namespace: string,
  id: string,
): Promise<MemoryRow & { version: string }> {
  const [row] = await engine.database.query<MemoryRow & { version: string }>(
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

function notFound(id: string): BicameralError {
  return new BicameralError("NOT_FOUND", `No memory ${id} in this namespace.`);
}
