import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Peer, PeerCollection, PeerQuery, PeerStore } from "../peer.ts";
import type { Axes } from "../run/tune.ts";
import { weightedReranker } from "./weighted_reranker.ts";

/** What can be set of LanceDB without leaving its documentation. */
export interface LanceSetting {
  readonly stem: boolean;
  readonly stopWords: boolean;
  /** Hits that are asked for, of which the first count: each list is as long. */
  readonly depth: number;
  readonly rrfK: number;
  /** Of the lexical list, beside 1 of the dense one; other than 1 by a reranker of one's own. */
  readonly ftsWeight: number;
  /** One table for all, asked with `where`, or one a namespace with statistics of its own. */
  readonly tables: "one" | "by namespace";
}

/** LanceDB's defaults; its FTS index stems and drops stop words. */
export const LANCEDB_DOCUMENTED: LanceSetting = {
  stem: true,
  stopWords: true,
  depth: 10,
  rrfK: 60,
  ftsWeight: 1,
  tables: "one",
};

/** The best that was found on LoCoMo, among LANCEDB_AXES. */
export const LANCEDB_BEST: LanceSetting = {
  stem: true,
  stopWords: true,
  depth: 50,
  rrfK: 2,
  ftsWeight: 2,
  tables: "by namespace",
};

/** What was tried to find the best: see `--tune`. */
export const LANCEDB_AXES: Axes<LanceSetting> = {
  stem: [false, true],
  stopWords: [false, true],
  depth: [10, 20, 50, 100],
  rrfK: [1, 2, 5, 10, 20, 60],
  ftsWeight: [1, 1.5, 2, 3, 4],
  tables: ["one", "by namespace"],
};

/** What is used of `@lancedb/lancedb`. */
interface Lance {
  connect(uri: string): Promise<Connection>;
  readonly Index: { fts(options: object): object };
  readonly rerankers: {
    readonly RRFReranker: { create(k: number): Promise<object> };
  };
}

interface Connection {
  createTable(name: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<Table>;
  close(): void;
}

interface Table {
  createIndex(column: string, options: { readonly config: object }): Promise<void>;
  query(): Query;
}

interface Query {
  fullTextSearch(text: string): Query;
  nearestTo(vector: Float32Array): Query;
  distanceType(type: "cosine"): Query;
  where(condition: string): Query;
  rerank(reranker: object): Query;
  select(columns: readonly string[]): Query;
  limit(count: number): Query;
  toArray(): Promise<readonly { readonly id: string }[]>;
}

// In a variable: the package is not there when the project is compiled.
const NAME: string = "@lancedb/lancedb";

/** LanceDB in a temporary folder, without a vector index: at this size it is exact and fast. */
export function lancedb(setting: LanceSetting, label: string): Peer {
  return {
    name: "LanceDB",
    setting: label,
    async open(collections) {
      const library = await import(NAME) as Lance;
      const folder = mkdtempSync(join(tmpdir(), "bicameral-lancedb-"));
      const connection = await library.connect(folder);
      const tables = new Map<string, Table>();
      for (const [i, group] of groups(collections, setting).entries()) {
        const table = await connection.createTable(`documents_${i}`, group.flatMap(rowsOf));
        const { stem, stopWords: removeStopWords } = setting;
        await table.createIndex("text", { config: library.Index.fts({ stem, removeStopWords }) });
        for (const { namespace } of group) tables.set(namespace, table);
      }
      const { rrfK, ftsWeight } = setting;
      const reranker = ftsWeight === 1
        ? await library.rerankers.RRFReranker.create(rrfK)
        : weightedReranker(rrfK, ftsWeight);
      return new LanceStore(tables, reranker, setting, () => {
        connection.close();
        rmSync(folder, { recursive: true, force: true });
      });
    },
  };
}

function groups(
  collections: readonly PeerCollection[],
  { tables }: LanceSetting,
): (readonly PeerCollection[])[] {
  return tables === "one" ? [collections] : collections.map((collection) => [collection]);
}

function rowsOf({ namespace, documents }: PeerCollection): Record<string, unknown>[] {
  return documents.map(({ id, text, vector }) => ({ id, namespace, text, vector: [...vector] }));
}

class LanceStore implements PeerStore {
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #reranker: object;
  readonly #setting: LanceSetting;
  readonly #close: () => void;

  constructor(
    tables: ReadonlyMap<string, Table>,
    reranker: object,
    setting: LanceSetting,
    close: () => void,
  ) {
    this.#tables = tables;
    this.#reranker = reranker;
    this.#setting = setting;
    this.#close = close;
  }

  async search({ text, vector, namespace }: PeerQuery, k: number): Promise<string[]> {
    const table = this.#tables.get(namespace) as Table;
    const query = table.query().fullTextSearch(text).nearestTo(vector)
      .distanceType("cosine");
    const filtered = this.#setting.tables === "one"
      ? query.where(`namespace = '${namespace.replaceAll("'", "''")}'`)
      : query;
    const rows = await filtered.rerank(this.#reranker).select(["id"])
      .limit(Math.max(this.#setting.depth, k)).toArray();
    return rows.slice(0, k).map(({ id }) => id);
  }

  close(): Promise<void> {
    this.#close();
    return Promise.resolve();
  }
}
