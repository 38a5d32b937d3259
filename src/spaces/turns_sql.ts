import { filterConditions, type RowFilter } from "./filter_sql.ts";
import { quoted } from "./lexical_sql.ts";
import { Parameters, type Statement } from "./statement.ts";

/** A turn and those around it, in the order of their session. */
export interface WindowRow {
  readonly session: string;
  readonly ids: readonly string[];
}

/** A turn, as far as it lends score or is lent some. */
export interface TurnRow {
  readonly id: string;
  readonly document_id: string | null;
  readonly trust_score: number;
  readonly text: string;
  /** Terms of the query that it holds, a bit each, the first term the lowest. */
  readonly holds: number;
  /** Whether a search in the scope may return it. */
  readonly eligible: boolean;
}

/** Whose turns are read. */
export interface TurnScope {
  readonly namespace: string;
  readonly filter: RowFilter;
  readonly minTrust: number;
}

/** When a row was said, and in which order where times are alike: what `memories_turns` is sorted by. */
const at = (row: string) => `coalesce(${row}.occurred_at, '-infinity'::timestamptz)`;

/**
 * For each of the memories that is a turn of a session, those up to `reach` before and
 * after it: by time, and in the order they were added where that is the same.
 */
export function windowsStatement(
  { namespace, minTrust }: TurnScope,
  ids: readonly string[],
  reach: number,
): Statement {
  const parameters = new Parameters();
  const own = parameters.add(namespace);
  const trust = parameters.add(minTrust);
  const heads = parameters.add(ids);
  const most = parameters.add(reach);
  const around = (side: "<" | ">", order: "asc" | "desc") =>
    `array(select n.id from bicameral.memories n
      where n.namespace = ${own} and n.session_id = m.session_id and n.trust_score >= ${trust}
        and (${at("n")}, n.id) ${side} (${at("m")}, m.id)
      order by ${at("n")} ${order}, n.id ${order} limit ${most})`;
  return {
    sql: `select m.session_id as session, array_cat(array_reverse(${around("<", "desc")}),
        array_prepend(m.id, ${around(">", "asc")})) as ids
      from bicameral.memories m
      where m.namespace = ${own} and m.id = any(${heads}::uuid[]) and m.session_id is not null`,
    parameters: parameters.values,
  };
}

/** The turns that are named, and which of the terms each holds. */
export function turnsStatement(
  { namespace, filter, minTrust }: TurnScope,
  ids: readonly string[],
  lexemes: readonly string[],
): Statement {
  const parameters = new Parameters();
  const own = parameters.add(namespace);
  const holds = lexemes.map((lexeme, i) =>
    `((m.words @@ ${parameters.add(quoted(lexeme))}::tsquery)::int << ${i})`
  );
  const conditions = [
    `m.trust_score >= ${parameters.add(minTrust)}`,
    ...filterConditions(filter, parameters),
  ];
  return {
    sql: `select m.id, m.document_id, m.trust_score, m.text,
        coalesce(${holds.join(" | ") || "0"}, 0) as holds,
        coalesce(${conditions.join(" and ")}, false) as eligible
      from bicameral.memories m
      where m.namespace = ${own} and m.id = any(${parameters.add(ids)}::uuid[])`,
    parameters: parameters.values,
  };
}
