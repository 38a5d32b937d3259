import { isFiltered, type Statement } from "./dense_sql.ts";
import { filterConditions, Parameters, type RowFilter } from "./filter_sql.ts";
import type { Space } from "./space.ts";

/** How many memories under a filter each of two spaces holds. */
export interface HeldRow {
  readonly small: number;
  readonly large: number;
  readonly both: number;
}

/** Whose memories are counted. */
export interface HeldQuery {
  readonly small: Space;
  readonly large: Space;
  readonly namespace: string;
  readonly filter: RowFilter;
  readonly minTrust: number;
}

/** One {@linkcode HeldRow}. Without a filter the narrow tables of codes are counted instead. */
export function heldStatement(query: HeldQuery): Statement {
  const parameters = new Parameters();
  const namespace = parameters.add(query.namespace);
  const small = parameters.add(query.small.id);
  const large = parameters.add(query.large.id);
  if (!isFiltered(query)) {
    return {
      sql: `select count(l.id)::int as large, count(s.id)::int as both,
          (select count(*)::int from bicameral.${query.small.table.name}_codes
           where namespace = ${namespace} and space_id = ${small}) as small
        from bicameral.${query.large.table.name}_codes l
        left join bicameral.${query.small.table.name}_codes s
          on s.namespace = l.namespace and s.id = l.id and s.space_id = ${small}
        where l.namespace = ${namespace} and l.space_id = ${large}`,
      parameters: parameters.values,
    };
  }
  const conditions = [
    `m.namespace = ${namespace}`,
    `m.trust_score >= ${parameters.add(query.minTrust)}`,
    ...filterConditions(query.filter, parameters),
  ];
  return {
    sql: `select (count(*) filter (where m.space_id = ${small}))::int as small,
        count(v.space_id)::int as large,
        (count(v.space_id) filter (where m.space_id = ${small}))::int as both
      from bicameral.memories m
      left join bicameral.memories_1024 v
        on v.namespace = m.namespace and v.memory_id = m.id and v.space_id = ${large}
      where ${conditions.join(" and ")}`,
    parameters: parameters.values,
  };
}
