import type { LiveSpace } from "../embed/live_space.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import { embedRows } from "./embed_rows.ts";
import type { Engine } from "./engine.ts";
import { type ElevatedBy, writeLargeRows } from "./large_rows.ts";
import { notFound } from "./not_found.ts";
import { embeddedText } from "./prepare.ts";
import { toMemory } from "./row_memory.ts";
import { type StagedVector, stageVectors } from "./staging.ts";
import type { ElevateResult } from "./types.ts";

/** What an elevation adds to a memory's trust. */
export const ELEVATION_TRUST = 0.1;

/** A memory and its row in the large space, where it has one. */
interface Candidate extends MemoryRow {
  readonly large_id: string | null;
  readonly large_model: string | null;
}

/** A few memories, and vectors of those that the large space does not hold yet. */
interface Page {
  readonly found: readonly Candidate[];
  readonly staged: readonly StagedVector[];
}

/** What pages of one call have in common. */
export interface Elevation {
  readonly engine: Engine;
  readonly live: LiveSpace;
  readonly namespace: string;
  readonly by: ElevatedBy;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Embeds what of a few memories the large space does not hold yet. Where nobody asked
 * for it, a text that the model fails on is passed over.
 */
async function preparePage(elevation: Elevation, ids: readonly string[]): Promise<Page> {
  const { engine, live, namespace, by, signal } = elevation;
  const found = await candidates(engine, namespace, ids);
  const missing = found.filter((row) => row.large_id === null);
  if (missing.length === 0) return { found, staged: [] };
  const texts = missing.map((row) => embeddedText(engine, toMemory(row), row.text));
  const vectors = await (by === "auto" ? embedRows : embed)(live, texts, signal);
  const staged = missing.flatMap((row, i) => {
    const vector = vectors[i];
    return vector ? [{ namespace, id: row.id, hash: row.content_hash, vector }] : [];
  });
  return { found, staged };
}

/**
 * Elevates a few memories in one transaction: rows, trust and events are there
 * together or not at all. What is in the large space already stays as it is.
 */
export async function elevatePage(
  elevation: Elevation,
  ids: readonly string[],
): Promise<ElevateResult[]> {
  const elevated = new Set<string>();
  let page = await preparePage(elevation, ids);
  while (page.staged.length > 0) {
    elevation.signal?.throwIfAborted();
    for (const id of await write(elevation, page.staged)) elevated.add(id);
    // One that was changed meanwhile was left out, and comes next time round.
    page = await preparePage(elevation, ids);
  }
  return page.found.map((row) => resultOf(row, elevated, elevation.live));
}

/** Ids of the memories that were written. */
async function write(
  { engine, live, by }: Elevation,
  staged: readonly StagedVector[],
): Promise<string[]> {
  const ids = await engine.database.transaction(async (tx) => {
    await stageVectors(tx, staged, engine.newId);
    // Two who elevate the same memory meet here; the second one sees what the first has done.
    await tx.query(
      `select from bicameral.memories m join incoming_vectors i using (namespace, id, content_hash)
       for update of m`,
    );
    // Trust before the row, whose copy would have to be written twice else.
    await tx.query(
      `with elevated as (
         select m.namespace, m.id, m.trust_score as before,
           round(least(1, m.trust_score + $1)::numeric, 4)::float8 as after
         from bicameral.memories m join incoming_vectors i using (namespace, id, content_hash)
         where not exists (select from bicameral.memories_1024 v
           where v.namespace = m.namespace and v.memory_id = m.id)),
       told as (
         insert into bicameral.memory_events
           (namespace, memory_id, kind, trust_before, trust_after, actor)
         select namespace, id, 'elevated', before, after, $2 from elevated)
       update bicameral.memories m set trust_score = e.after, updated_at = now()
       from elevated e where m.namespace = e.namespace and m.id = e.id`,
      [ELEVATION_TRUST, by],
    );
    const rows = await writeLargeRows(tx, live.space.id, by, "kept");
    return rows.map((row) => row.memory_id);
  });
  engine.onWritten({ rows: ids.length, kind: "changed", pending: 0 });
  return ids;
}

/** The memories of these ids, in their order. */
export async function candidates(
  engine: Engine,
  namespace: string,
  ids: readonly string[],
): Promise<Candidate[]> {
  const rows = await engine.database.query<Candidate>(
    `select ${MEMORY_COLUMNS}, v.id as large_id, s.model as large_model
     from bicameral.memories m
     left join bicameral.memories_1024 v on v.namespace = m.namespace and v.memory_id = m.id
     left join bicameral.spaces s on s.id = v.space_id
     where m.namespace = $1 and m.id = any($2::uuid[])`,
    [namespace, ids],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (row === undefined) throw notFound(id);
    return row;
  });
}

async function embed(
  { embedder }: LiveSpace,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<Float32Array[]> {
  const missing = await embedder.missing();
  if (missing !== null) throw missing;
  return await embedder.embedDocuments(texts, signal);
}

function resultOf(
  row: Candidate,
  elevated: ReadonlySet<string>,
  { space }: LiveSpace,
): ElevateResult {
  return {
    memoryId: row.id,
    elevated: elevated.has(row.id),
    elevationId: row.large_id as string,
    model: row.large_model ?? space.model,
  };
}
