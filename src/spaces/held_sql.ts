import { isFiltered, USUAL_MIN_TRUST } from "./dense_sql.ts";
import { filterConditions, type RowFilter } from "./filter_sql.ts";
import type { Space } from "./space.ts";
import { Parameters, type Statement } from "./statement.ts";

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

/**
 * One {@linkcode HeldRow}. Without a filter the narrow tables of codes are counted, less
 * the few memories that are trusted too little.
 */
export function heldStatement(query: HeldQuery): Statement {
  const parameters = new Parameters();
  const namespace = parameters.add(query.namespace);
  const small = parameters.add(query.small.id);
  const large = parameters.add(query.large.id);
  if (!isFiltered(query)) {
    const minTrust = parameters.add(query.minTrust);
    return {
      sql: `with large as (
          select count(l.id) as large, count(s.id) as both
          from bicameral.${query.large.table.name}_codes l
          left join bicameral.${query.small.table.name}_codes s
            on s.namespace = l.namespace and s.id = l.id and s.space_id = ${small}
          where l.namespace = ${namespace} and l.space_id = ${large}),
        small as (
          select count(*) as small from bicameral.${query.small.table.name}_codes
          where namespace = ${namespace} and space_id = ${small}),
        distrusted as (
          select count(*) filter (where m.space_id = ${small}) as small,
            count(v.space_id) as large,
            count(v.space_id) filter (where m.space_id = ${small}) as both
          from bicameral.memories m
          left join bicameral.memories_1024 v
            on v.namespace = m.namespace and v.memory_id = m.id and v.space_id = ${large}
          where m.namespace = ${namespace} and m.trust_score < ${USUAL_MIN_TRUST}
            and m.trust_score < ${minTrust})
        select (small.small - d.small)::int as small, (large.large - d.large)::int as large,
          (large.both - d.both)::int as both
        from small, large, distrusted d`,
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
