import { type Filter, filterConditions, Parameters } from "./filter_sql.ts";
import type { Space } from "./space.ts";

/** What a dense search asks for. */
export interface DenseQuery {
  readonly space: Space;
  readonly namespace: string;
  readonly filter: Filter;
  readonly minTrust: number;
  /** Unit length. */
  readonly vector: Float32Array;
  readonly limit: number;
}

/** A statement and its parameters. */
export interface Statement {
  readonly sql: string;
  readonly parameters: Parameters["values"];
}

/** A row of a dense search. */
export interface DenseRow {
  readonly id: string;
  readonly document_id: string | null;
  readonly trust_score: number;
  /** Cosine. */
  readonly score: number;
}

/**
 * Candidates that the code graph hands to exact scoring. Signs alone rank MiniLM's
 * vectors well enough that 400 of them hold 99% of the best 10 (`bench/speed`).
 */
const INDEX_CANDIDATES = 400;
const CANDIDATES_PER_HIT = 4;

/**
 * Counts the memories that a dense search would rank, up to `limit`: what chooses
 * between exact scan and index.
 */
export function countStatement(query: DenseQuery, limit: number): Statement {
  const parameters = new Parameters();
  const conditions = Object.keys(query.filter).length === 0
    ? keys("c", query, parameters)
    : [...rows(query, parameters)];
  const table = Object.keys(query.filter).length === 0 ? "memories_codes c" : "memories m";
  return {
    sql: `select count(*)::int as count from (select from bicameral.${table}
      where ${conditions.join(" and ")} limit ${parameters.add(limit)}) counted`,
    parameters: parameters.values,
  };
}

/** Every vector under the filter, compared with the query's: exact. */
export function exactStatement(query: DenseQuery): Statement {
  const parameters = new Parameters();
  const vector = parameters.add(query.vector);
  return {
    sql: `select m.id, m.document_id, m.trust_score, -(m.embedding <#> ${vector}) as score
      from bicameral.${query.space.table.name} m
      where ${rows(query, parameters).join(" and ")}
      order by m.embedding <#> ${vector} limit ${parameters.add(query.limit)}`,
    parameters: parameters.values,
  };
}

/**
 * Two steps: the nearest codes by Hamming distance (from the graph, and from a
 * scan of what has not entered it), then exact scores of those. The filter is
 * applied where candidates are found, so that it takes none of them away.
 */
export function indexStatement(query: DenseQuery): Statement {
  const parameters = new Parameters();
  const vector = parameters.add(query.vector);
  const { dimensions, name } = query.space.table;
  const code = `binary_quantize(${vector}::vector)::bit(${dimensions})`;
  const filtered = Object.keys(query.filter).length > 0;
  const conditions = rows(query, parameters).join(" and ");
  const codes = keys("c", query, parameters).join(" and ");
  const wanted = parameters.add(Math.max(INDEX_CANDIDATES, CANDIDATES_PER_HIT * query.limit));
  const candidates = (state: string, join: boolean) =>
    `(select c.namespace, c.id from bicameral.${name}_codes c
      ${join ? `join bicameral.${name} m using (namespace, id)` : ""}
      where ${state} and ${codes} ${join ? `and ${conditions}` : ""}
      order by c.code <~> ${code} limit ${wanted})`;
  return {
    sql: `select m.id, m.document_id, m.trust_score, -(m.embedding <#> ${vector}) as score
      from (${candidates("c.indexed", true)} union all ${
      candidates("not c.indexed", filtered)
    }) nearest
      join bicameral.${name} m using (namespace, id)
      where ${conditions}
      order by score desc limit ${parameters.add(query.limit)}`,
    parameters: parameters.values,
  };
}

function keys(table: string, query: DenseQuery, parameters: Parameters): string[] {
  return [
    `${table}.namespace = ${parameters.add(query.namespace)}`,
    `${table}.space_id = ${parameters.add(query.space.id)}`,
  ];
}

function rows(query: DenseQuery, parameters: Parameters): string[] {
  return [
    ...keys("m", query, parameters),
    `m.trust_score >= ${parameters.add(query.minTrust)}`,
    ...filterConditions(query.filter, parameters),
  ];
}
