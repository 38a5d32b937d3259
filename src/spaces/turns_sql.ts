import { filterConditions, type RowFilter } from "./filter_sql.ts";
import type { Space } from "./space.ts";
import { Parameters, type Statement } from "./statement.ts";

/** A row of {@linkcode turnsStatement}: a window, or a turn that is in one. */
export type ContextRow = (WindowRow & { readonly id: null }) | (TurnRow & { readonly ids: null });

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
  /** Its lexemes as Postgres writes a `tsvector`: each in quotes, with its positions. */
  readonly words: string | null;
  /** By space: its cosine, null where the space does not hold it. */
  readonly cosines: readonly (number | null)[];
  /** Whether a search in the scope may return it. */
  readonly eligible: boolean;
}

/** Whose turns are read, and what is asked about them. */
export interface TurnQuery {
  readonly namespace: string;
  readonly filter: RowFilter;
  readonly minTrust: number;
  /** Spaces with the query's vector in each. */
  readonly spaces: readonly { readonly space: Space; readonly vector: Float32Array }[];
}

/** When a row was said, and in which order where times are alike: what `memories_turns` is sorted by. */
const at = (row: string) => `coalesce(${row}.occurred_at, '-infinity'::timestamptz)`;

/**
 * For each of the memories that is a turn of a session, a window of those up to `reach`
 * before and after it, by time, and in the order they were added where that is the
 * same; then each turn that is in a window, once.
 */
export function turnsStatement(
  query: TurnQuery,
  ids: readonly string[],
  reach: number,
): Statement {
  const parameters = new Parameters();
  const own = parameters.add(query.namespace);
  const trust = parameters.add(query.minTrust);
  const heads = parameters.add(ids);
  const most = parameters.add(reach);
  const around = (side: "<" | ">", order: "asc" | "desc") =>
    `array(select id from (select n.id, ${at("n")} as at from bicameral.memories n
      where n.namespace = ${own} and n.session_id = m.session_id and n.trust_score >= ${trust}
        and (${at("n")}, n.id) ${side} (${at("m")}, m.id)
      order by ${at("n")} ${order}, n.id ${order} limit ${most}) near order by at, id)`;
  const cosines = query.spaces.map(({ space, vector }) => cosine(space, vector, parameters));
  const conditions = filterConditions(query.filter, parameters).join(" and ") || "true";
  return {
    sql: `with windows as materialized (
        select m.session_id as session,
          ${around("<", "desc")} || m.id || ${around(">", "asc")} as ids
        from (select id, session_id, occurred_at from bicameral.memories
          where namespace = ${own} and id = any(${heads}::uuid[])
          -- By their key: the planner would rather go through all turns of the namespace.
          offset 0) m
        where m.session_id is not null),
      named as (select distinct unnest(ids) as id from windows)
      select session, ids, null as id, null as document_id, null as trust_score, null as text,
        null as words, null as cosines, null as eligible from windows
      union all
      select null, null, m.id, m.document_id, m.trust_score, m.text,
        m.words::text, array[${cosines.join(", ")}]::float8[],
        coalesce(${conditions}, false)
      from named join bicameral.memories m on m.namespace = ${own} and m.id = named.id`,
    parameters: parameters.values,
  };
}

function cosine({ id, table }: Space, vector: Float32Array, parameters: Parameters): string {
  const { name, alias, memoryId } = table;
  const score = `-(${alias}.embedding <#> ${parameters.add(vector)})`;
  const held = `${alias}.space_id = ${parameters.add(id)}`;
  if (alias === "m") return `case when ${held} then ${score} end`;
  return `(select ${score} from bicameral.${name} ${alias}
    where ${alias}.namespace = m.namespace and ${alias}.${memoryId} = m.id and ${held})`;
}
