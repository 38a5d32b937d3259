import type { Database } from "../database.ts";
import {
  bm25EachStatement,
  bm25Statement,
  countStatement,
  type LexicalQuery,
  type LexicalRow,
  type QueryTerm,
  termsStatement,
  tsvectorStatement,
} from "../spaces/lexical_sql.ts";
import { isFiltered } from "../spaces/dense_sql.ts";
import type { Statement } from "../spaces/statement.ts";
import { analyse } from "../text/analyse.ts";
import type { Lookup, RankedList, RetrieveOptions, Retriever } from "./retriever.ts";
import { inverseFrequency, TermSamples } from "./term_samples.ts";

/** Words of a query that are looked for; a model's window is no longer. */
const MAX_WORDS = 512;
/** Terms of a query that are told apart; the rarest where there are more. */
const MAX_TERMS = 30;

/** Memories whose scores are computed one by one: 27 µs each. */
const FEW = 100;

/** A term of a query with its weight: how rare it is, times its count. */
export interface WeighedTerm {
  readonly lexeme: string;
  readonly weight: number;
}

/** A query made ready for full-text search. */
export interface LexicalLookup extends Lookup {
  /** Its terms, the rarest of the namespace first. */
  terms(namespace: string): Promise<readonly WeighedTerm[]>;
}

/**
 * Full-text search: BM25 where the engine has it, else lexemes weighed by rarity. The
 * query is analysed as the stored texts are and holds words alone, so that nothing in
 * it can be read as syntax.
 */
export class LexicalRetriever implements Retriever {
  readonly name = "lexical";
  readonly #database: Database;
  readonly #lexicon: { readonly language: string; readonly kind: "bm25" | "tsvector" };
  readonly #samples: TermSamples;

  constructor(
    database: Database,
    lexicon: { readonly language: string; readonly kind: "bm25" | "tsvector" },
  ) {
    this.#database = database;
    this.#lexicon = lexicon;
    this.#samples = new TermSamples(database);
  }

  /** Rows were written. */
  onWritten(rows: number): void {
    this.#samples.onWritten(rows);
  }

  prepare(query: string): Promise<LexicalLookup> {
    const words = analyse(query).split(" ", MAX_WORDS).join(" ");
    const { sql, parameters } = termsStatement(this.#lexicon.language, words);
    let found: Promise<QueryTerm[]> | null = null;
    const terms = async (namespace: string) => {
      const [{ value: sample }, lexemes] = await Promise.all([
        this.#samples.get(namespace),
        found ??= this.#database.query<QueryTerm>(sql, parameters),
      ]);
      return lexemes
        .map(({ lexeme, count }) => ({ lexeme, weight: count * inverseFrequency(sample, lexeme) }))
        .sort((a, b) => b.weight - a.weight)
        .slice(0, MAX_TERMS);
    };
    const lookup = (options: RetrieveOptions) => this.#search({ ...options, words }, terms);
    return Promise.resolve(Object.assign(lookup, { terms }));
  }

  async #search(query: LexicalQuery, terms: LexicalLookup["terms"]): Promise<RankedList> {
    if (this.#lexicon.kind === "bm25") return ranked(await this.#searchBm25(query));
    const weighed = await terms(query.namespace);
    if (weighed.length === 0) return ranked([]);
    const { value } = await this.#samples.get(query.namespace);
    return ranked(await this.#run(tsvectorStatement(query, weighed, value.length)));
  }

  async #searchBm25(query: LexicalQuery): Promise<LexicalRow[]> {
    if (query.words === "") return [];
    if (await this.#isSmall(query)) return await this.#run(bm25EachStatement(query, null));
    const rows = await this.#run(bm25Statement(query));
    // Equals by the index, or any by sorting: only their computed scores tell.
    const alike = rows.length > 0 && rows[0]?.score === rows.at(-1)?.score;
    if (!alike) return rows;
    return await this.#run(bm25EachStatement(query, rows.map(({ id }) => id)));
  }

  /** Whether the index would go through more memories of others than the scope has. */
  async #isSmall(query: LexicalQuery): Promise<boolean> {
    if ((await this.#samples.get(query.namespace)).of <= FEW) return true;
    if (!isFiltered(query)) return false;
    const { sql, parameters } = countStatement(query, FEW + 1);
    const [row] = await this.#database.query<{ count: number }>(sql, parameters);
    return row !== undefined && row.count <= FEW;
  }

  #run({ sql, parameters }: Statement): Promise<LexicalRow[]> {
    return this.#database.query<LexicalRow>(sql, parameters);
  }
}

function ranked(rows: readonly LexicalRow[]): RankedList {
  return {
    scan: "index",
    hits: rows.map((row, i) => ({
      id: row.id,
      score: row.score,
      rank: i + 1,
      trust: row.trust_score,
      documentId: row.document_id,
      alone: false,
    })),
  };
}
