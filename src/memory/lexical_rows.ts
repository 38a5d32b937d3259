import type { Turn } from "../embed/turn_text.ts";
import type { MemoryRow } from "../spaces/memory_row.ts";
import { analyse } from "../text/analyse.ts";
import type { RowKey } from "./backlog.ts";
import type { Engine } from "./engine.ts";
import type { Lexicon } from "./lexicon.ts";
import { embeddedText } from "./prepare.ts";
import { createStaging, LEX_COLUMNS } from "./staging.ts";

/**
 * What of a text is analysed, in UTF-16 units: the time that it holds the caller's event loop
 * for is bounded. Only a part that was imported is longer, for `add` splits what is long.
 */
export const MAX_ANALYSED = 200_000;

/**
 * What of an analysed text is kept, in UTF-8 bytes. Postgres refuses a `tsvector` of more than
 * 1,048,575: a lexeme has its own bytes in it and 5 besides, in `lex` one besides, so that
 * nothing but a few of one or two bytes takes more than twice the room that it has here.
 */
export const MAX_LEX_BYTES = 500_000;

/** What a memory is found by in full-text search: the words of its text, speaker and date included. */
export function lexOf(
  engine: Engine,
  turn: Pick<Turn, "speaker" | "occurredAt">,
  text: string,
): string {
  return cut(analyse(embeddedText(engine, turn, text).slice(0, MAX_ANALYSED)));
}

/** Its first words, as many as are kept. */
function cut(lex: string): string {
  // A UTF-16 unit takes at most 3 bytes.
  if (lex.length * 3 <= MAX_LEX_BYTES) return lex;
  const room = new Uint8Array(MAX_LEX_BYTES);
  const { read } = new TextEncoder().encodeInto(lex, room);
  return read === lex.length ? lex : lex.slice(0, lex.lastIndexOf(" ", read));
}

/** SQL of the lexemes of an analysed text. */
export function wordsSql({ language }: Lexicon, lex: string): string {
  return `to_tsvector('pg_catalog.${language}'::regconfig, ${lex})`;
}

/**
 * Memories that version `$1` has not analysed. What others analysed is theirs where a newer
 * release has the store: see {@linkcode openLexicon}.
 */
const WAITING = "(m.lex_version is null or ($1 > 0 and m.lex_version <> $1))";

/** How many memories wait to be analysed; none where all once were. */
export async function countWaiting({ database, lexicon: { version } }: Engine): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from bicameral.memories m
     where ${WAITING} and not exists (${DONE})`,
    [version],
  );
  return row?.count ?? 0;
}

const DONE = "select from bicameral.meta where key = 'lexical_done' and value = $1::int::text";

/** Whether version `$1` was through with all memories; what is written later is analysed at once. */
export async function isDone({ database, lexicon: { version } }: Engine): Promise<boolean> {
  return (await database.query(DONE, [version])).length > 0;
}

/** So that the store is not looked through again. */
export async function markDone({ database, lexicon: { version } }: Engine): Promise<void> {
  await database.query(
    `insert into bicameral.meta (key, value) values ('lexical_done', $1)
     on conflict (key) do update set value = excluded.value`,
    [String(version)],
  );
}

type TextRow = Pick<MemoryRow, "namespace" | "id" | "content_hash" | "speaker" | "occurred_at"> & {
  readonly start: string;
};

/**
 * Analyses memories that wait, in the order of their ids, and commits them: `size` of them at
 * most, and fewer after so many milliseconds. `last` is null behind the last one.
 *
 * One that is changed meanwhile has another hash, and was analysed by whoever changed it.
 */
export async function analysePage(
  engine: Engine,
  after: RowKey | null,
  { size, withinMs }: { readonly size: number; readonly withinMs: number },
  signal: AbortSignal,
): Promise<RowKey | null> {
  const { database, lexicon } = engine;
  const behind = after === null ? "" : "and (m.namespace, m.id) > ($3, $4::uuid)";
  const page = await database.query<TextRow>(
    `select m.namespace, m.id, m.content_hash, m.speaker, m.occurred_at,
       left(m.text, ${MAX_ANALYSED}) as start
     from bicameral.memories m where ${WAITING} ${behind}
     order by m.namespace, m.id limit $2`,
    [lexicon.version, size, ...(after === null ? [] : [after.namespace, after.id])],
  );
  const stopAt = performance.now() + withinMs;
  const rows: [string, string, string, string][] = [];
  for (const row of page) {
    const turn = { speaker: row.speaker, occurredAt: row.occurred_at };
    rows.push([row.namespace, row.id, row.content_hash, lexOf(engine, turn, row.start)]);
    if (performance.now() > stopAt) break;
  }
  signal.throwIfAborted();
  if (rows.length === 0) return null;
  await database.transaction(async (tx) => {
    await createStaging(tx, "incoming_lex", LEX_COLUMNS);
    await tx.load("incoming_lex", LEX_COLUMNS, rows);
    await tx.query(
      `update bicameral.memories m
       set lex = i.lex, words = ${wordsSql(lexicon, "i.lex")}, lex_version = $1
       from incoming_lex i
       where m.namespace = i.namespace and m.id = i.id and m.content_hash = i.content_hash`,
      [lexicon.version],
    );
  });
  engine.onWritten({ rows: rows.length, kind: "changed", pending: 0 });
  const [namespace, id] = rows.at(-1) as [string, string, string, string];
  return { namespace, id };
}
