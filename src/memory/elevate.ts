import { BicameralError } from "../errors.ts";
import type { LiveSpace } from "../embed/live_space.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import { checkCount, checkId, checkNamespace, invalid, isPlainObject } from "./checks.ts";
import type { Engine } from "./engine.ts";
import { type ElevatedBy, writeLargeRows } from "./large_rows.ts";
import { notFound } from "./not_found.ts";
import { embeddedText } from "./prepare.ts";
import { toMemory } from "./row_memory.ts";
import { search } from "./search.ts";
import { stageVectors } from "./staging.ts";
import type { CallOptions, ElevateOptions, ElevateResult, QueryToElevate } from "./types.ts";

/** What an elevation adds to a memory's trust. */
export const ELEVATION_TRUST = 0.1;
/** Memories that are embedded and committed together. */
const PAGE = 32;
const MAX_TO_ELEVATE = 100;

/** A memory and its row in the large space, where it has one. */
interface Candidate extends MemoryRow {
  readonly large_id: string | null;
  readonly large_model: string | null;
}

/** Elevates memories that are named, or those that a query finds. */
export async function elevate(
  engine: Engine,
  what: string | readonly string[] | QueryToElevate,
  options: ElevateOptions,
): Promise<ElevateResult[]> {
  const live = elevationSpace(engine);
  const namespace = checkNamespace(options.namespace ?? engine.namespace);
  const by = options.by ?? "user";
  if (!["user", "tool:elevate_memory_to_1024"].includes(by)) {
    invalid("by must be user or tool:elevate_memory_to_1024.");
  }
  const ids = await idsOf(engine, what, options);
  const results: ElevateResult[] = [];
  // Those that are not there are told before anything is done.
  if (ids.length > PAGE) await candidates(engine, namespace, ids);
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE);
    // One page after the other: what many callers ask for at once is embedded once.
    results.push(
      ...await engine.oneElevation(() => {
        options.signal?.throwIfAborted();
        return elevatePage(engine, live, namespace, page, by, options.signal);
      }),
    );
    options.onProgress?.({ done: results.length, total: ids.length });
  }
  return results;
}

/**
 * The large space, where memories may be elevated into it.
 *
 * @throws {BicameralError} `ELEVATION_OFF`.
 */
function elevationSpace({ elevation, spaces }: Engine): LiveSpace {
  if (elevation && spaces.large !== null) return spaces.large;
  throw new BicameralError(
    "ELEVATION_OFF",
    spaces.mode === "auto"
      ? "Elevation is switched off (elevateEnabled, ELEVATE_ENABLED)."
      : `Memories can be elevated in auto mode only; this store is open in ${spaces.mode} mode` +
        " (mode, EMBEDDING_MODE).",
  );
}

async function idsOf(
  engine: Engine,
  what: string | readonly string[] | QueryToElevate,
  options: CallOptions,
): Promise<string[]> {
  if (typeof what === "string") return [checkId(what)];
  if (Array.isArray(what)) return [...new Set(what.map(checkId))];
  if (!isPlainObject(what)) invalid("elevate() wants an id, ids, or an object with a query.");
  const { query, limit = 10, filter, ...unknown } = what as QueryToElevate;
  const [key] = Object.keys(unknown);
  if (key !== undefined) {
    invalid(`elevate() knows query, limit and filter, not ${JSON.stringify(key)}.`);
  }
  const k = checkCount("limit", limit, 1, MAX_TO_ELEVATE);
  const { hits } = await search(engine, query, { ...options, k, ...(filter && { filter }) });
  return hits.map((hit) => hit.id);
}

/**
 * Elevates a few memories in one transaction: rows, trust and events are there
 * together or not at all. What is in the large space already stays as it is.
 */
export async function elevatePage(
  engine: Engine,
  live: LiveSpace,
  namespace: string,
  ids: readonly string[],
  by: ElevatedBy,
  signal?: AbortSignal,
): Promise<ElevateResult[]> {
  const elevated = new Set<string>();
  for (;;) {
    const found = await candidates(engine, namespace, ids);
    const missing = found.filter((row) => row.large_id === null);
    if (missing.length === 0) return found.map((row) => resultOf(row, elevated, live));
    const texts = missing.map((row) => embeddedText(engine, toMemory(row), row.text));
    const vectors = await embed(live, texts, signal);
    signal?.throwIfAborted();
    const staged = missing.map((row, i) => ({
      namespace,
      id: row.id,
      hash: row.content_hash,
      vector: vectors[i] as Float32Array,
    }));
    // One that was changed meanwhile is left out, and comes next time round.
    const written = await engine.database.transaction(async (tx) => {
      await stageVectors(tx, staged, engine.newId);
      const rows = await writeLargeRows(tx, live.space.id, by, "kept");
      await tx.query(
        `with elevated as (
           select m.namespace, m.id, m.trust_score as before,
             round(least(1, m.trust_score + $3)::numeric, 4)::float8 as after
           from bicameral.memories m
           where m.namespace = $1 and m.id = any($2::uuid[]) for update),
         told as (
           insert into bicameral.memory_events
             (namespace, memory_id, kind, trust_before, trust_after, actor)
           select namespace, id, 'elevated', before, after, $4 from elevated)
         update bicameral.memories m set trust_score = e.after, updated_at = now()
         from elevated e where m.namespace = e.namespace and m.id = e.id`,
        [namespace, rows.map((row) => row.memory_id), ELEVATION_TRUST, by],
      );
      return rows;
    });
    for (const row of written) elevated.add(row.memory_id);
    engine.onWritten({ rows: written.length, kind: "changed", pending: 0 });
  }
}

/** The memories of these ids, in their order. */
async function candidates(
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
