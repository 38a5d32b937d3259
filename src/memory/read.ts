import { decodeVector } from "../spaces/vector_codec.ts";
import { filterConditions } from "../spaces/filter_sql.ts";
import { Parameters } from "../spaces/statement.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import type { Engine } from "./engine.ts";
import { checkCount, checkId, checkNamespace } from "./checks.ts";
import { checkFilter } from "./input.ts";
import { toMemory } from "./row_memory.ts";
import type {
  CallOptions,
  ExportedMemory,
  Filter,
  Memory,
  MemoryEvent,
  MemoryPage,
} from "./types.ts";

const EXPORT_PAGE = 500;

/** A memory by its id; null when there is none. */
export async function get(
  engine: Engine,
  id: string,
  options: CallOptions,
): Promise<Memory | null> {
  const [row] = await engine.database.query<MemoryRow>(
    `select ${MEMORY_COLUMNS} from bicameral.memories m where m.namespace = $1 and m.id = $2`,
    [checkNamespace(options.namespace ?? engine.namespace), checkId(id)],
  );
  return row === undefined ? null : toMemory(row);
}

/** What changed a memory's trust or spaces, oldest first. */
export async function events(
  engine: Engine,
  id: string,
  options: CallOptions,
): Promise<MemoryEvent[]> {
  const rows = await engine.database.query<{
    kind: string;
    trust_before: number | null;
    trust_after: number | null;
    actor: string;
    at: Date;
  }>(
    `select kind, trust_before, trust_after, actor, at from bicameral.memory_events
     where namespace = $1 and memory_id = $2 order by seq`,
    [checkNamespace(options.namespace ?? engine.namespace), checkId(id)],
  );
  return rows.map((row) => ({
    kind: row.kind,
    trustBefore: row.trust_before,
    trustAfter: row.trust_after,
    actor: row.actor,
    at: row.at,
  }));
}

/** A page of a namespace in the order that the memories were added. */
export async function list(
  engine: Engine,
  options: CallOptions & { limit?: number; cursor?: string | null; filter?: Filter },
): Promise<MemoryPage> {
  const limit = checkCount("limit", options.limit ?? 50, 1, 1000);
  const parameters = new Parameters();
  const namespace = checkNamespace(options.namespace ?? engine.namespace);
  const conditions = [
    `m.namespace = ${parameters.add(namespace)}`,
    ...filterConditions(checkFilter(options.filter ?? {}), parameters),
  ];
  if (options.cursor) conditions.push(`m.id > ${parameters.add(checkId(options.cursor))}`);
  const rows = await engine.database.query<MemoryRow>(
    `select ${MEMORY_COLUMNS} from bicameral.memories m where ${conditions.join(" and ")}
     order by m.id limit ${parameters.add(limit + 1)}`,
    parameters.values,
  );
  const memories = rows.slice(0, limit).map(toMemory);
  return { memories, cursor: rows.length > limit ? memories.at(-1)?.id ?? null : null };
}

interface ExportedRow extends MemoryRow {
  readonly small_vector: Uint8Array | null;
  readonly large_vector: Uint8Array | null;
}

/** Every memory with its vectors: of one namespace, or of all. Memories added meanwhile may be missed. */
export async function* exportAll(
  engine: Engine,
  options: CallOptions,
): AsyncGenerator<ExportedMemory, void, undefined> {
  const only = options.namespace === undefined ? null : checkNamespace(options.namespace);
  let after: { namespace: string; id: string } | null = null;
  for (;;) {
    options.signal?.throwIfAborted();
    const rows: ExportedRow[] = await engine.database.query(
      `select ${MEMORY_COLUMNS}, vector_send(m.embedding) as small_vector,
         (select vector_send(l.embedding) from bicameral.memories_1024 l
          where l.namespace = m.namespace and l.memory_id = m.id and l.space_id is not null)
           as large_vector
       from bicameral.memories m
       where ($1::text is null or m.namespace = $1)
         and ($2::text is null or (m.namespace, m.id) > ($2, $3::uuid))
       order by m.namespace, m.id limit ${EXPORT_PAGE}`,
      [only, after?.namespace ?? null, after?.id ?? null],
    );
    for (const row of rows) {
      yield { ...toMemory(row), vectors: vectorsOf(row) };
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < EXPORT_PAGE) return;
    after = { namespace: last.namespace, id: last.id };
  }
}

function vectorsOf(row: ExportedRow): Record<string, Float32Array> {
  const held: [string | null, Uint8Array | null][] = [
    [row.space_id, row.small_vector],
    [row.large_space_id, row.large_vector],
  ];
  return Object.fromEntries(
    held.flatMap(([id, vector]) =>
      id === null || vector === null ? [] : [[id, decodeVector(vector)]]
    ),
  );
}
