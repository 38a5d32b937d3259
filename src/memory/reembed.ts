import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import { embedRows } from "./embed_rows.ts";
import type { Engine } from "./engine.ts";
import { embeddedText } from "./prepare.ts";
import { toMemory } from "./row_memory.ts";
import { createStaging, VECTOR_COLUMNS } from "./staging.ts";
import type { ReembedProgress } from "./types.ts";

/** Which vectors are made anew. */
export type Missing =
  /** Of memories that have none yet. */
  | "pending"
  /** Those, and of memories whose vector is of another model. */
  | "stale";

const PAGE = 128;

/** Memories of the whole store that miss a vector. */
export async function countMissing(engine: Engine, missing: Missing): Promise<number> {
  const [row] = await engine.database.query<{ count: number }>(
    `select count(*)::int as count from bicameral.memories m where ${condition(missing)}`,
    missing === "stale" ? [engine.space.id] : [],
  );
  return row?.count ?? 0;
}

/**
 * Embeds what misses a vector, page by page, each committed at once: when it is
 * cancelled or killed, the next call goes on from there.
 */
export async function reembed(
  engine: Engine,
  missing: Missing,
  options: { signal?: AbortSignal; onProgress?: (progress: ReembedProgress) => void },
): Promise<ReembedProgress> {
  const progress = { done: 0, failed: 0, total: await countMissing(engine, missing) };
  let after: RowKey | null = null;
  for (;;) {
    options.signal?.throwIfAborted();
    const page: MemoryRow[] = await nextPage(engine, missing, after, PAGE);
    if (page.length === 0) return progress;
    const written = await embedPage(engine, page, options.signal);
    progress.done += written;
    progress.failed += page.length - written;
    options.onProgress?.({ ...progress });
    after = page.at(-1) ?? null;
  }
}

/** Where a page of memories begins: after this one. */
export type RowKey = Pick<MemoryRow, "namespace" | "id">;

/** Embeds one page of pending memories; `last` is null behind the last page. */
export async function healPage(
  engine: Engine,
  after: RowKey | null,
  size: number,
  signal: AbortSignal,
): Promise<{ healed: number; last: RowKey | null }> {
  const page = await nextPage(engine, "pending", after, size);
  return { healed: await embedPage(engine, page, signal), last: page.at(-1) ?? null };
}

function condition(missing: Missing): string {
  return missing === "pending"
    ? "m.embedding is null"
    : "(m.embedding is null or m.space_id <> $1)";
}

async function nextPage(
  engine: Engine,
  missing: Missing,
  after: RowKey | null,
  size: number,
): Promise<MemoryRow[]> {
  const parameters = missing === "stale" ? [engine.space.id] : [];
  const from = after === null
    ? ""
    : `and (m.namespace, m.id) > ($${parameters.push(after.namespace)}, $${
      parameters.push(after.id)
    }::uuid)`;
  return await engine.database.query<MemoryRow>(
    `select ${MEMORY_COLUMNS} from bicameral.memories m where ${condition(missing)} ${from}
     order by m.namespace, m.id limit ${size}`,
    parameters,
  );
}

async function embedPage(
  engine: Engine,
  page: readonly MemoryRow[],
  signal?: AbortSignal,
): Promise<number> {
  const texts = page.map((row) => embeddedText(engine, toMemory(row), row.text));
  const vectors = await embedRows(engine, texts, signal);
  const rows = page.flatMap((row, i) => {
    const vector = vectors[i];
    return vector ? [[row.namespace, row.id, row.content_hash, vector]] : [];
  });
  if (rows.length === 0) return 0;
  await engine.database.transaction(async (tx) => {
    await createStaging(tx, "incoming_vectors", VECTOR_COLUMNS);
    await tx.load("incoming_vectors", VECTOR_COLUMNS, rows);
    // A memory that was changed meanwhile has another hash and is left for the next time.
    // One that moves from one space to another says so in its history.
    await tx.query(
      `with stale as (
         select m.namespace, m.id, m.space_id, m.trust_score
         from incoming_vectors i join bicameral.memories m using (namespace, id, content_hash)),
       moved as (
         insert into bicameral.memory_events
           (namespace, memory_id, kind, trust_before, trust_after, actor)
         select namespace, id, 'reembedded', trust_score, trust_score, 'reembed'
         from stale where space_id <> $1)
       update bicameral.memories m set embedding = i.embedding, space_id = $1
       from incoming_vectors i
       where m.namespace = i.namespace and m.id = i.id and m.content_hash = i.content_hash`,
      [engine.space.id],
    );
  });
  engine.onWritten(rows.length, "changed");
  return rows.length;
}
