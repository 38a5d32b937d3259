import { filterConditions, type RowFilter } from "./filter_sql.ts";
import { Parameters, type Statement } from "./statement.ts";

/** What a lexical search asks for. */
export interface LexicalQuery {
  readonly namespace: string;
  readonly filter: RowFilter;
  readonly minTrust: number;
  /** Analysed as the stored texts are: words and spaces. */
  readonly words: string;
  readonly limit: number;
}

/** A row of a lexical search. */
export interface LexicalRow {
  readonly id: string;
  readonly document_id: string | null;
  readonly trust_score: number;
  /** Above 0. */
  readonly score: number;
}

/** A lexeme of a query. */
export interface QueryTerm {
  readonly lexeme: string;
  /** Times that the query has it. */
  readonly count: number;
}

/** A row of {@linkcode termSampleStatement}: the first is about the sample, each other about a word. */
export interface TermRow {
  /** Null in the first row. */
  readonly word: string | null;
  /** Memories of the sample that hold it. */
  readonly count: number;
  /** Memories in the sample, their mean number of lexemes, and those it was drawn of. */
  readonly size: number;
  readonly length: number;
  readonly of: number;
}

const INDEX = "'bicameral.memories_lex'";

/** One row: how many memories the scope has, counted no further than `most`. */
export function countStatement(
  query: Omit<LexicalQuery, "words" | "limit">,
  most: number,
): Statement {
  const parameters = new Parameters();
  return {
    sql: `select count(*)::int as count from (select from bicameral.memories m
      where ${rows(query, parameters).join(" and ")} limit ${parameters.add(most)}) counted`,
    parameters: parameters.values,
  };
}

/**
 * The best memories by BM25 (pg_textsearch), by its index. The score of an index scan costs
 * nothing (`bm25_get_current_score()`), computed anew it costs as much as analysing the text.
 * Should the planner sort instead, the order is right, but what matches nothing is in it, and
 * that function tells one score of the past for every row.
 */
export function bm25Statement(query: LexicalQuery): Statement {
  const parameters = new Parameters();
  const asked = `to_bm25query(${parameters.add(query.words)}, ${INDEX})`;
  return {
    sql: `select m.id, m.document_id, m.trust_score, -bm25_get_current_score() as score
      from bicameral.memories m where ${rows(query, parameters).join(" and ")}
      order by m.lex <@> ${asked} limit ${parameters.add(query.limit)}`,
    parameters: parameters.values,
  };
}

/**
 * The same by computing the score of every memory in the scope: for few of them.
 *
 * @param ids No other memories; null for all in the scope.
 */
export function bm25EachStatement(query: LexicalQuery, ids: readonly string[] | null): Statement {
  const parameters = new Parameters();
  const asked = `to_bm25query(${parameters.add(query.words)}, ${INDEX})`;
  const among = ids === null ? [] : [`m.id = any(${parameters.add(ids)}::uuid[])`];
  return {
    sql: `select id, document_id, trust_score, -score as score
      from (select m.id, m.document_id, m.trust_score, m.lex <@> ${asked} as score
        from bicameral.memories m
        where ${[...rows(query, parameters), ...among].join(" and ")} offset 0) scored
      where score < 0 order by scored.score limit ${parameters.add(query.limit)}`,
    parameters: parameters.values,
  };
}

/** `ts_rank()` of one lexeme that is there once: 0.1 / (π² / 6). */
const ONCE = 0.0607927;

/**
 * The best memories where there is no BM25. `ts_rank()` of a single lexeme grows with
 * its count as BM25's term frequency does, from 1 (in units of one occurrence) towards
 * 1.64; weighed by rarity and length, and added up:
 *
 * ```text
 * score(d) = Σ over terms t of  idf(t) · ts_rank(d, t) / ts_rank(once) / (¼ + ¾ · length(d) / mean length)
 * ```
 *
 * @param terms Each with the weight that it has in the query.
 * @param length Mean number of lexemes of a memory.
 */
export function tsvectorStatement(
  query: Omit<LexicalQuery, "words">,
  terms: readonly { readonly lexeme: string; readonly weight: number }[],
  length: number,
): Statement {
  const parameters = new Parameters();
  const ranks = terms.map(({ lexeme, weight }) =>
    `${parameters.add(weight)}::float8 * ts_rank(m.words, ${
      parameters.add(quoted(lexeme))
    }::tsquery)`
  );
  const any = parameters.add(terms.map(({ lexeme }) => quoted(lexeme)).join(" | "));
  return {
    sql: `select m.id, m.document_id, m.trust_score, (${ranks.join(" + ")}) / ${ONCE}
          / (0.25 + 0.75 * length(m.words) / ${parameters.add(length)}::float8) as score
      from bicameral.memories m
      where m.words @@ ${any}::tsquery and ${rows(query, parameters).join(" and ")}
      order by score desc limit ${parameters.add(query.limit)}`,
    parameters: parameters.values,
  };
}

/** The lexemes that a query's words are to the store's language. */
export function termsStatement(language: string, words: string): Statement {
  return {
    sql: `select lexeme, cardinality(positions) as count
      from unnest(to_tsvector($1::regconfig, $2)) order by lexeme`,
    parameters: [`pg_catalog.${language}`, words],
  };
}

/** In how many of `size` memories each word is; the same memories each time, by their hash. */
export function termSampleStatement(namespace: string, size: number): Statement {
  // ts_stat() takes a statement as a text: format() writes the namespace into it.
  const sample = `'select words from (select words from bicameral.memories
    where namespace = %L and words is not null order by content_hash limit ${Math.trunc(size)}) s'`;
  return {
    sql: `with sample as (select s.words from (
          select words from bicameral.memories where namespace = $1 and words is not null
          order by content_hash limit $2) s)
      select null as word, 0 as count, (select count(*)::int from sample) as size,
        coalesce((select avg(length(words))::float8 from sample), 0) as length,
        (select count(*)::int from bicameral.memories where namespace = $1) as of
      union all
      select word, ndoc, 0, 0, 0 from ts_stat(format(${sample}, $1::text))`,
    parameters: [namespace, size],
  };
}

/** A lexeme as `tsquery` and `tsvector` write it. */
export function quoted(lexeme: string): string {
  return `'${lexeme.replace(/\\/g, "\\\\").replace(/'/g, "''")}'`;
}

function rows(query: Omit<LexicalQuery, "words" | "limit">, parameters: Parameters): string[] {
  return [
    `m.namespace = ${parameters.add(query.namespace)}`,
    `m.trust_score >= ${parameters.add(query.minTrust)}`,
    ...filterConditions(query.filter, parameters),
  ];
}
