import { filterConditions, type RowFilter } from "./filter_sql.ts";
import type { Space } from "./space.ts";
import { Parameters, type Statement } from "./statement.ts";

/** What a dense search asks for. */
export interface DenseQuery {
  readonly space: Space;
  /** The store's other space, where it searches two. */
  readonly other: Space | null;
  readonly namespace: string;
  readonly filter: RowFilter;
  readonly minTrust: number;
  /** Unit length. */
  readonly vector: Float32Array;
  readonly limit: number;
}

/** A row of a dense search. */
export interface DenseRow {
  readonly id: string;
  readonly document_id: string | null;
  readonly trust_score: number;
  /** Cosine. */
  readonly score: number;
  /** The other space does not hold it. */
  readonly alone: boolean;
}

/**
 * Candidates that the code graph hands to exact scoring. Signs alone rank MiniLM's
 * vectors well enough that 400 of them hold 99% of the best 10 (`bench/speed`).
 */
const INDEX_CANDIDATES = 400;
const CANDIDATES_PER_HIT = 4;
/** Few memories are trusted less than this; an index has those. */
export const USUAL_MIN_TRUST = 0.3;

/** One row if the namespace has more than `count` vectors of the space, else none. Cheap. */
export function moreThanStatement(query: DenseQuery, count: number): Statement {
  const parameters = new Parameters();
  return {
    sql: `select 1 as found from bicameral.${query.space.table.name}_codes c
      where ${keys("c", query, parameters).join(" and ")}
      offset ${parameters.add(count)} limit 1`,
    parameters: parameters.values,
  };
}

/** Every vector under the filter, compared with the query's: exact. */
export function exactStatement(query: DenseQuery): Statement {
  const parameters = new Parameters();
  const { name, alias, memoryId, rows: from } = query.space.table;
  if (alias === "v" && Object.keys(query.filter).length === 0) {
    // A large vector's row has its memory's trust: only the best memories are looked up.
    return best(
      `select m.id, m.document_id, m.trust_score, v.score
        from (select v.namespace, v.${memoryId}, -(v.embedding <#> ${
        parameters.add(query.vector)
      }) as score
          from bicameral.${name} v
          where ${keys("v", query, parameters).join(" and ")}
            and v.trust_score >= ${parameters.add(query.minTrust)}
          order by score desc limit ${parameters.add(query.limit)}) v
        join bicameral.memories m on m.namespace = v.namespace and m.id = v.${memoryId}`,
      query,
      parameters,
    );
  }
  const vector = parameters.add(query.vector);
  // Ordered by the column that is returned: each distance is computed once.
  return best(
    `select m.id, m.document_id, m.trust_score, -(${alias}.embedding <#> ${vector}) as score
      from ${from} where ${rows(query, parameters).join(" and ")}`,
    query,
    parameters,
  );
}

/**
 * The same for up to `count` matches, each row with `matches`; where that is more
 * than `count`, some were left out. A filter's matches are looked up once, not
 * counted first.
 */
export function exactUpToStatement(query: DenseQuery, count: number): Statement {
  const parameters = new Parameters();
  const { alias, rows: from } = query.space.table;
  const vector = parameters.add(query.vector);
  const { sql } = best("select * from matching", query, parameters);
  return {
    sql: `with matching as materialized (
        select m.id, m.document_id, m.trust_score, -(${alias}.embedding <#> ${vector}) as score
        from ${from} where ${rows(query, parameters).join(" and ")}
        limit ${parameters.add(count + 1)})
      select *, (select count(*)::int from matching) as matches from (${sql}) best`,
    parameters: parameters.values,
  };
}

/** Cosines of memories that are named, as far as the space holds them. */
export function scoresStatement(
  { space, namespace, vector }: Pick<DenseQuery, "space" | "namespace" | "vector">,
  ids: readonly string[],
): Statement {
  const parameters = new Parameters();
  const { name, alias, memoryId } = space.table;
  return {
    sql: `select ${alias}.${memoryId} as id, -(${alias}.embedding <#> ${
      parameters.add(vector)
    }) as score
      from bicameral.${name} ${alias}
      where ${keys(alias, { namespace, space }, parameters).join(" and ")}
        and ${alias}.${memoryId} = any(${parameters.add(ids)}::uuid[])`,
    parameters: parameters.values,
  };
}

/** Whether a query asks for more than a namespace and the usual trust. */
export function isFiltered(query: Pick<DenseQuery, "filter" | "minTrust">): boolean {
  return Object.keys(query.filter).length > 0 || query.minTrust > USUAL_MIN_TRUST;
}

/**
 * Two steps: the nearest codes by Hamming distance (from the graph, and from a
 * scan of what has not entered it), then exact scores of those. A filter is
 * applied where candidates are found, so that it takes none of them away.
 */
export function indexStatement(query: DenseQuery): Statement {
  const parameters = new Parameters();
  const vector = parameters.add(query.vector);
  const { dimensions, name, alias } = query.space.table;
  const code = `binary_quantize(${vector}::vector)::bit(${dimensions})`;
  const conditions = rows(query, parameters).join(" and ");
  const codes = keys("c", query, parameters).join(" and ");
  const wanted = parameters.add(Math.max(INDEX_CANDIDATES, CANDIDATES_PER_HIT * query.limit));
  const candidate = `m.id, m.document_id, m.trust_score, ${alias}.embedding`;
  const memories = "join bicameral.memories m on m.namespace = c.namespace and m.id = c.id" +
    (alias === "m"
      ? ""
      : ` join bicameral.${name} v on v.namespace = c.namespace and v.memory_id = c.id`);
  const nearest = (columns: string, state: string, join: boolean) =>
    `(select ${columns} from bicameral.${name}_codes c ${join ? memories : ""}
      where ${state} and ${codes} ${join ? `and ${conditions}` : ""}
      order by c.code <~> ${code} limit ${wanted})`;
  // A scan is cheaper without the join; what the join would leave out is rare then.
  const tail = nearest("c.namespace, c.id", "not c.indexed", isFiltered(query));
  return best(
    `select id, document_id, trust_score, -(embedding <#> ${vector}) as score
      from (${nearest(candidate, "c.indexed", true)}
        union all
        select ${candidate} from ${tail} c ${memories} where ${conditions}) nearest`,
    query,
    parameters,
  );
}

/** The first rows by score, and of each whether the other space holds it too. */
function best(scored: string, query: DenseQuery, parameters: Parameters): Statement {
  const first = `${scored} order by score desc limit ${parameters.add(query.limit)}`;
  return {
    sql: `select *, ${alone(query, parameters)} as alone from (${first}) first order by score desc`,
    parameters: parameters.values,
  };
}

function alone({ namespace, other }: DenseQuery, parameters: Parameters): string {
  if (other === null) return "true";
  return `not exists (select from bicameral.${other.table.name} o
    where o.namespace = ${parameters.add(namespace)} and o.${other.table.memoryId} = first.id
      and o.space_id = ${parameters.add(other.id)})`;
}

function keys(
  table: string,
  query: Pick<DenseQuery, "namespace" | "space">,
  parameters: Parameters,
): string[] {
  return [
    `${table}.namespace = ${parameters.add(query.namespace)}`,
    `${table}.space_id = ${parameters.add(query.space.id)}`,
  ];
}

function rows(query: DenseQuery, parameters: Parameters): string[] {
  return [
    ...keys(query.space.table.alias, query, parameters),
    `m.trust_score >= ${parameters.add(query.minTrust)}`,
    ...filterConditions(query.filter, parameters),
  ];
}
