import type { Database } from "../database.ts";
import type { LazyEmbedder } from "../embed/lazy_embedder.ts";
import {
  type DenseQuery,
  type DenseRow,
  exactStatement,
  exactUpToStatement,
  indexStatement,
  isFiltered,
  moreThanStatement,
  type Statement,
} from "../spaces/dense_sql.ts";
import type { Space } from "../spaces/space.ts";
import type { RankedList, RetrieveOptions, Retriever } from "./retriever.ts";

/**
 * Nearest neighbours in one embedding space, by cosine.
 *
 * Up to `exactBelow` matching memories are all compared; beyond, the index narrows
 * them down first. An index scan that comes back short is followed by an exact
 * one, so that neither a filter nor a namespace ever costs a hit.
 */
export class DenseRetriever implements Retriever {
  readonly name: string;
  readonly #database: Database;
  readonly #space: Space;
  readonly #embedder: LazyEmbedder;
  readonly #exactBelow: number;

  constructor(database: Database, space: Space, embedder: LazyEmbedder, exactBelow: number) {
    this.name = space.table.retriever;
    this.#database = database;
    this.#space = space;
    this.#embedder = embedder;
    this.#exactBelow = exactBelow;
  }

  async search(text: string, options: RetrieveOptions): Promise<RankedList> {
    const [vector] = await this.#embedder.embedQueries([text], options.signal);
    return await this.searchByVector(vector as Float32Array, options);
  }

  /** The same for a query that was embedded before; `vector` is of unit length. */
  async searchByVector(vector: Float32Array, options: RetrieveOptions): Promise<RankedList> {
    const query: DenseQuery = { ...options, space: this.#space, vector };
    const few = await this.#searchFew(query);
    if (few !== null) return ranked(few, "exact");
    options.signal?.throwIfAborted();
    const rows = await this.#run<DenseRow>(indexStatement(query));
    if (rows.length === query.limit) return ranked(rows, "index");
    options.signal?.throwIfAborted();
    return ranked(await this.#run<DenseRow>(exactStatement(query)), "exact");
  }

  /** The exact list where no more than `exactBelow` memories match, else null. */
  async #searchFew(query: DenseQuery): Promise<DenseRow[] | null> {
    const most = this.#exactBelow;
    if (isFiltered(query)) {
      const rows = await this.#run<DenseRow & { matches: number }>(exactUpToStatement(query, most));
      return (rows[0]?.matches ?? 0) > most ? null : rows;
    }
    const more = await this.#run<{ found: number }>(moreThanStatement(query, most));
    return more.length > 0 ? null : await this.#run<DenseRow>(exactStatement(query));
  }

  #run<Row>({ sql, parameters }: Statement): Promise<Row[]> {
    return this.#database.query<Row>(sql, parameters);
  }
}

function ranked(rows: readonly DenseRow[], scan: RankedList["scan"]): RankedList {
  return {
    scan,
    hits: rows.map((row, i) => ({
      id: row.id,
      score: row.score,
      rank: i + 1,
      trust: row.trust_score,
      documentId: row.document_id,
    })),
  };
}
