import type { Queryable } from "../database.ts";
import type { LiveSpace } from "../embed/live_space.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import { embedRows } from "./embed_rows.ts";
import type { Engine } from "./engine.ts";
import { writeLargeRows } from "./large_rows.ts";
import { type Missing, missingRows } from "./missing.ts";
import { embeddedText } from "./prepare.ts";
import { toMemory } from "./row_memory.ts";
import { stageVectors } from "./staging.ts";
import type { ReembedProgress } from "./types.ts";

const PAGE = 128;

/** Vectors of one space that are missing in the whole store. */
export async function countMissing(
  engine: Engine,
  live: LiveSpace,
  missing: Missing,
): Promise<number> {
  const { from, where, parameters } = missingRows(engine.spaces.mode, live, missing);
  const [row] = await engine.database.query<{ count: number }>(
    `select count(*)::int as count from ${from} where ${where}`,
    parameters,
  );
  return row?.count ?? 0;
}

/**
 * Makes missing vectors in every space of the mode, page by page, each committed at
 * once: when it is cancelled or killed, the next call goes on from there.
 */
export async function reembed(
  engine: Engine,
  options: { signal?: AbortSignal; onProgress?: (progress: ReembedProgress) => void },
): Promise<ReembedProgress> {
  const progress = { done: 0, failed: 0, total: 0 };
  for (const live of engine.spaces.live) {
    progress.total += await countMissing(engine, live, "stale");
  }
  for (const live of engine.spaces.live) {
    let after: RowKey | null = null;
    for (;;) {
      options.signal?.throwIfAborted();
      const page: MemoryRow[] = await nextPage(engine, live, "stale", after, PAGE);
      if (page.length === 0) break;
      const written = await embedPage(engine, live, page, options.signal);
      progress.done += written;
      progress.failed += page.length - written;
      options.onProgress?.({ ...progress });
      after = page.at(-1) ?? null;
    }
  }
  return progress;
}

/** Where a page of memories begins: after this one. */
export type RowKey = Pick<MemoryRow, "namespace" | "id">;

/** Embeds one page of memories that wait for it; `last` is null behind the last page. */
export async function healPage(
  engine: Engine,
  live: LiveSpace,
  after: RowKey | null,
  size: number,
  signal: AbortSignal,
): Promise<{ healed: number; last: RowKey | null }> {
  const page = await nextPage(engine, live, "pending", after, size);
  return { healed: await embedPage(engine, live, page, signal), last: page.at(-1) ?? null };
}

async function nextPage(
  engine: Engine,
  live: LiveSpace,
  missing: Missing,
  after: RowKey | null,
  size: number,
): Promise<MemoryRow[]> {
  const { from, where, ...missed } = missingRows(engine.spaces.mode, live, missing);
  const parameters = [...missed.parameters];
  const behind = after === null
    ? ""
    : `and (m.namespace, m.id) > ($${parameters.push(after.namespace)}, $${
      parameters.push(after.id)
    }::uuid)`;
  return await engine.database.query<MemoryRow>(
    `select ${MEMORY_COLUMNS} from ${from} where ${where} ${behind}
     order by m.namespace, m.id limit ${size}`,
    parameters,
  );
}

async function embedPage(
  engine: Engine,
  live: LiveSpace,
  page: readonly MemoryRow[],
  signal?: AbortSignal,
): Promise<number> {
  const texts = page.map((row) => embeddedText(engine, toMemory(row), row.text));
  const vectors = await embedRows(live, texts, signal);
  const staged = page.flatMap((row, i) => {
    const vector = vectors[i];
    return vector ? [{ namespace: row.namespace, id: row.id, hash: row.content_hash, vector }] : [];
  });
  if (staged.length === 0) return 0;
  await engine.database.transaction(async (tx) => {
    await stageVectors(tx, staged, engine.newId);
    await recordMoves(tx, live);
    if (live.space.table.name === "memories") await writeSmall(tx, live.space.id);
    else await writeLargeRows(tx, live.space.id, null, "renewed");
  });
  engine.onWritten({ rows: staged.length, kind: "changed", pending: 0 });
  return staged.length;
}

async function writeSmall(tx: Queryable, spaceId: string): Promise<void> {
  await tx.query(
    `update bicameral.memories m set embedding = i.embedding, space_id = $1
     from incoming_vectors i
     where m.namespace = i.namespace and m.id = i.id and m.content_hash = i.content_hash`,
    [spaceId],
  );
}

/** A large vector is of the past after an edit: that is no other model. */
const MOVED_FROM = "case when v.id is null then m.space_id else v.space_id end";

/** A memory that moves from one model to another says so in its history. */
async function recordMoves(tx: Queryable, { space }: LiveSpace): Promise<void> {
  const own = space.table.name === "memories" ? "m.space_id" : MOVED_FROM;
  await tx.query(
    `insert into bicameral.memory_events
       (namespace, memory_id, kind, trust_before, trust_after, actor)
     select m.namespace, m.id, 'reembedded', m.trust_score, m.trust_score, 'reembed'
     from incoming_vectors i join bicameral.memories m using (namespace, id, content_hash)
     left join bicameral.memories_1024 v on v.namespace = m.namespace and v.memory_id = m.id
     where ${own} <> $1`,
    [space.id],
  );
}
