import type { Database } from "../database.ts";
import { quoted } from "../spaces/lexical_sql.ts";
import { type ContextRow, type TurnQuery, turnsStatement } from "../spaces/turns_sql.ts";
import { type Evidence, fuse, type FusedHit, type FuseOptions, type Vote } from "./fuse.ts";
import type { WeighedTerm } from "./lexical.ts";
import type { Hit, Scope } from "./retriever.ts";
import { REACH, readInContext, SESSION_SHARE, type Turn, type TurnInContext } from "./turns.ts";

/** Hits that are read in context at least. On LoCoMo 20 cost 0.1 points of nDCG@10, and 50 gain none. */
const MIN_READ = 30;

/** What is asked about the turns of a query. */
export interface ContextOptions extends FuseOptions {
  /** Hits wanted. */
  readonly k: number;
  readonly scope: Scope;
  /** Hands over the query's terms; none where words were not asked for. */
  readonly terms: () => Promise<readonly WeighedTerm[]>;
  /** Of the dense lists, in their order. */
  readonly spaces: TurnQuery["spaces"];
}

/** How the context of a turn changed its score. */
export interface ContextShare {
  /** Share of the lexical score that turns around it lend. */
  readonly lent: number;
  /** Less than 1 for a turn that asks instead of tells. */
  readonly question: number;
  /** Added to the score, of the best turn of the session. */
  readonly session: number;
}

/** A hit, and what its context did where it was read in context. */
export interface ContextHit extends FusedHit {
  readonly context: ContextShare | null;
}

/**
 * Reads the best hits once more, those that are turns in the context of their session,
 * together with the turns around them; the other hits keep their order behind. Where no
 * hit is a turn, nothing changes.
 */
export async function inContext(
  database: Database,
  first: readonly FusedHit[],
  lists: readonly Evidence[],
  options: ContextOptions,
): Promise<ContextHit[]> {
  const unread = (hits: readonly FusedHit[]) => hits.map((hit) => ({ ...hit, context: null }));
  const head = first.slice(0, Math.max(MIN_READ, options.k));
  const read = await readTurns(database, head.map(({ id }) => id), options);
  if (read === null) return unread(first);
  const { rows, turns, context } = read;
  const dense = lists.some(({ kind }) => kind === "dense");
  const hits = new Map(head.map((hit) => [hit.id, hit]));
  // What lends nothing but its place was not found by words alone.
  const joining = [...rows.values()].filter(({ id, eligible }) =>
    eligible && !hits.has(id) && (dense || turns.get(id)?.holds !== 0)
  );
  const candidates: Candidate[] = [
    ...head,
    ...joining.map(({ id, document_id, trust_score }) => ({
      id,
      documentId: document_id,
      trust: trust_score,
    })),
  ];
  const fused = fuse(lists.map((list) => reread(list, lists, candidates, context)), options);
  const votes = votesOf(lists, turns);
  return [
    ...bySession(fused, turns, context).map((hit) => ({
      ...hit,
      votes: hits.get(hit.id)?.votes ?? votes(hit.id),
    })),
    ...behind(unread(first.slice(head.length).filter(({ id }) => !rows.has(id))), fused),
  ];
}

type Candidate = Pick<Hit, "id" | "documentId" | "trust">;

async function readTurns(
  database: Database,
  ids: readonly string[],
  options: ContextOptions,
) {
  const { scope, spaces } = options;
  const { sql, parameters } = turnsStatement({ ...scope, spaces }, ids, REACH);
  const found = await database.query<ContextRow>(sql, parameters);
  const windows = found.filter((row) => row.id === null);
  if (windows.length === 0) return null;
  const terms = await options.terms();
  const sessions = new Map(
    windows.flatMap(({ ids, session }) => ids.map((id) => [id, session] as const)),
  );
  const rows = new Map(found.flatMap((row) => row.id === null ? [] : [[row.id, row]]));
  // A lexeme is looked for here: `@@` costs more than to hand over all of them.
  const lexemes = terms.map(({ lexeme }) => quoted(lexeme));
  const turns = new Map([...rows].map(([id, { text, words, cosines }]): [string, Turn] => [id, {
    id,
    session: sessions.get(id) as string,
    text,
    holds: lexemes.reduce((held, lexeme, i) => words?.includes(lexeme) ? held | 1 << i : held, 0),
    cosines,
  }]));
  return {
    rows,
    turns,
    context: readInContext(
      turns,
      windows.map(({ ids }) => ids),
      terms.map(({ weight }) => weight),
    ),
  };
}

/** A retriever's list of all candidates, turns with their scores in context. */
function reread(
  list: Evidence,
  lists: readonly Evidence[],
  candidates: readonly Candidate[],
  context: ReadonlyMap<string, TurnInContext>,
): Evidence {
  const own = new Map([
    ...list.beyond,
    ...list.hits.map(({ id, score }) => [id, score] as const),
  ]);
  const space = lists.filter(({ kind }) => kind === "dense").indexOf(list);
  const alone = new Set(list.hits.filter((hit) => hit.alone).map(({ id }) => id));
  const hits = candidates.flatMap((candidate) => {
    const turn = context.get(candidate.id);
    const score = turn === undefined
      ? own.get(candidate.id)
      : list.kind === "lexical"
      ? turn.lexical || undefined
      : turn.cosines[space] ?? undefined;
    return score === undefined
      ? []
      : [{ ...candidate, score, alone: alone.has(candidate.id), rank: 0 }];
  }).sort((a, b) => b.score - a.score);
  return { ...list, beyond: new Map(), hits: hits.map((hit, i) => ({ ...hit, rank: i + 1 })) };
}

/** Questions count less, and the best turn of a session lends to the others. */
function bySession(
  fused: readonly FusedHit[],
  turns: ReadonlyMap<string, Turn>,
  context: ReadonlyMap<string, TurnInContext>,
): ContextHit[] {
  const asked = fused.map((hit) => {
    const factor = context.get(hit.id)?.factor ?? 1;
    return { ...hit, factor, fused: hit.fused * factor };
  });
  const best = new Map<string, number>();
  for (const { id, fused } of asked) {
    const session = turns.get(id)?.session;
    if (session !== undefined) best.set(session, Math.max(best.get(session) ?? 0, fused));
  }
  return asked.map(({ factor, ...hit }): ContextHit => {
    const turn = turns.get(hit.id);
    const said = context.get(hit.id);
    if (turn === undefined || said === undefined) return { ...hit, context: null };
    const session = SESSION_SHARE * (best.get(turn.session) ?? 0);
    const lent = said.lexical > 0 ? said.lent / said.lexical : 0;
    return { ...hit, fused: hit.fused + session, context: { lent, question: factor, session } };
  }).sort((a, b) => b.fused - a.fused);
}

/** What was not read comes after what was, in its order. */
function behind(rest: readonly ContextHit[], read: readonly FusedHit[]): ContextHit[] {
  const last = read.reduce((least, { fused }) => Math.min(least, fused), Infinity);
  const first = rest[0]?.fused ?? 0;
  const scale = first > last ? last / first : 1;
  return rest.map((hit) => ({ ...hit, fused: hit.fused * scale }));
}

/** Of turns that joined: their own cosines, beyond what was fetched. */
function votesOf(
  lists: readonly Evidence[],
  turns: ReadonlyMap<string, Turn>,
): (id: string) => Readonly<Record<string, Vote>> {
  const spaces = lists.filter(({ kind }) => kind === "dense");
  return (id) =>
    Object.fromEntries(spaces.flatMap(({ name }, space) => {
      const score = turns.get(id)?.cosines[space];
      return score === undefined || score === null ? [] : [[name, { rank: null, score }]];
    }));
}
