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
  scoresStatement,
} from "../spaces/dense_sql.ts";
import type { Space } from "../spaces/space.ts";
import type { Statement } from "../spaces/statement.ts";
import type { Lookup, RankedList, RetrieveOptions, Retriever } from "./retriever.ts";

/** A query made ready for one space. */
export interface DenseLookup extends Lookup {
  /** Unit length. */
  readonly vector: Float32Array;
  /** Cosines of memories that are named, as far as the space holds them. */
  scores(namespace: string, ids: readonly string[]): Promise<Map<string, number>>;
}

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
  readonly #other: Space | null;
  readonly #embedder: LazyEmbedder;
  readonly #exactBelow: number;

  /** @param other The space that is searched beside this one, if there is one. */
  constructor(
    database: Database,
    { space, embedder }: { readonly space: Space; readonly embedder: LazyEmbedder },
    other: Space | null,
    exactBelow: number,
  ) {
    this.name = space.table.retriever;
    this.#database = database;
    this.#space = space;
    this.#other = other;
    this.#embedder = embedder;
    this.#exactBelow = exactBelow;
  }

  async prepare(query: string, signal?: AbortSignal): Promise<DenseLookup> {
    const [vector] = await this.#embedder.embedQueries([query], signal) as [Float32Array];
    const lookup = ({ atMost, signal, ...options }: RetrieveOptions) =>
      this.#search({ ...options, space: this.#space, other: this.#other, vector }, atMost, signal);
    const scores = async (namespace: string, ids: readonly string[]) => {
      if (ids.length === 0) return new Map<string, number>();
      const statement = scoresStatement({ space: this.#space, namespace, vector }, ids);
      const rows = await this.#run<{ id: string; score: number }>(statement);
      return new Map(rows.map(({ id, score }) => [id, score]));
    };
    return Object.assign(lookup, { vector, scores });
  }

  async #search(
    query: DenseQuery,
    atMost: number | undefined,
    signal?: AbortSignal,
  ): Promise<RankedList> {
    const few = await this.#searchFew(query, atMost);
    if (few !== null) return ranked(few, "exact");
    signal?.throwIfAborted();
    const rows = await this.#run<DenseRow>(indexStatement(query));
    if (rows.length === query.limit) return ranked(rows, "index");
    signal?.throwIfAborted();
    return ranked(await this.#run<DenseRow>(exactStatement(query)), "exact");
  }

  /** The exact list where no more than `exactBelow` memories match, else null. */
  async #searchFew(query: DenseQuery, atMost: number | undefined): Promise<DenseRow[] | null> {
    const most = this.#exactBelow;
    if (atMost !== undefined) {
      return atMost > most ? null : await this.#run<DenseRow>(exactStatement(query));
    }
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
      alone: row.alone,
    })),
  };
}
