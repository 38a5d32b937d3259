import type { Mode } from "../config.ts";
import type { Queryable } from "../database.ts";
import type { LiveSpace } from "../embed/live_space.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import { embedRows } from "./embed_rows.ts";
import type { Engine } from "./engine.ts";
import { writeLargeRows } from "./large_rows.ts";
import { embeddedText } from "./prepare.ts";
import { toMemory } from "./row_memory.ts";
import { stageVectors } from "./staging.ts";

/** Which vectors are to be made. */
export type Backlog =
  /** Those of memories that wait for one. */
  | "pending"
  /** Those, and vectors of another model, and in gpu mode of memories in the small space only. */
  | "outdated";

/** Memories `m` that miss a vector of one space, as SQL. */
interface BacklogRows {
  readonly from: string;
  readonly where: string;
  readonly parameters: readonly string[];
}

const MEMORIES = "bicameral.memories m";
const WITH_LARGE = `${MEMORIES} left join bicameral.memories_1024 v
  on v.namespace = m.namespace and v.memory_id = m.id`;

/**
 * What a mode wants a vector for and has none that is valid. An elevated memory whose
 * text was changed has a large vector of the past; its row names no space then.
 */
function backlogRows(mode: Mode, { space }: LiveSpace, backlog: Backlog): BacklogRows {
  const { alias, rows } = space.table;
  // Auto mode wants large vectors of memories that were elevated, gpu mode of all.
  const from = alias === "v" && mode === "gpu" ? WITH_LARGE : rows;
  if (backlog === "outdated") {
    return { from, where: `${alias}.space_id is distinct from $1`, parameters: [space.id] };
  }
  const unheld = from === WITH_LARGE ? " and (v.id is not null or m.embedding is null)" : "";
  return { from, where: `${alias}.space_id is null${unheld}`, parameters: [] };
}

/** Vectors of one space that are missing in the whole store. */
export async function countBacklog(
  engine: Engine,
  live: LiveSpace,
  backlog: Backlog,
): Promise<number> {
  const { from, where, parameters } = backlogRows(engine.spaces.mode, live, backlog);
  const [row] = await engine.database.query<{ count: number }>(
    `select count(*)::int as count from ${from} where ${where}`,
    parameters,
  );
  return row?.count ?? 0;
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

/** Memories that a vector is to be made for, behind one that was looked at before. */
export async function nextPage(
  engine: Engine,
  live: LiveSpace,
  backlog: Backlog,
  after: RowKey | null,
  size: number,
): Promise<MemoryRow[]> {
  const { from, where, ...rows } = backlogRows(engine.spaces.mode, live, backlog);
  const parameters = [...rows.parameters];
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

/** Makes vectors of a page and commits them; returns how many. */
export async function embedPage(
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
