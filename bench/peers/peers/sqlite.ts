import { Database } from "bun:sqlite";
import type { Peer, PeerCollection, PeerQuery, PeerStore } from "../peer.ts";
import type { Axes } from "../run/tune.ts";

/** What can be set of FTS5 and sqlite-vec without leaving their documentation. */
export interface SqliteSetting {
  /** FTS5's; `unicode61` is its default. */
  readonly tokenizer: "unicode61" | "porter unicode61";
  /** One FTS5 table for all, asked `WHERE namespace = …`, or one a namespace with statistics of its own. */
  readonly tables: "one" | "by namespace";
  /** Candidates of each list: `:k` of the documented query. */
  readonly depth: number;
  readonly rrfK: number;
  /** Of the lexical list, beside 1 of the dense one. */
  readonly ftsWeight: number;
}

/** As the hybrid search of sqlite-vec's author has it: RRF with k 60, equal weights, 10 of each list. */
export const SQLITE_DOCUMENTED: SqliteSetting = {
  tokenizer: "unicode61",
  tables: "one",
  depth: 10,
  rrfK: 60,
  ftsWeight: 1,
};

/** The best that was found on LoCoMo, among SQLITE_AXES. */
export const SQLITE_BEST: SqliteSetting = {
  tokenizer: "porter unicode61",
  tables: "by namespace",
  depth: 50,
  rrfK: 5,
  ftsWeight: 1.5,
};

/** What was tried to find the best: see `--tune`. */
export const SQLITE_AXES: Axes<SqliteSetting> = {
  tokenizer: ["unicode61", "porter unicode61"],
  tables: ["one", "by namespace"],
  depth: [10, 20, 50, 100],
  rrfK: [1, 2, 5, 10, 20, 60],
  ftsWeight: [0.5, 0.75, 1, 1.5, 2],
};

// In a variable: the package is not there when the project is compiled.
const NAME: string = "sqlite-vec";

/** SQLite in memory, by `bun:sqlite`: FTS5 for words, sqlite-vec (brute force) for vectors. */
export function sqlite(setting: SqliteSetting, label: string): Peer {
  return {
    name: "SQLite FTS5 + sqlite-vec",
    setting: label,
    async open(collections) {
      const { load } = await import(NAME) as { load(database: Database): void };
      const database = new Database(":memory:");
      load(database);
      return new SqliteStore(database, setting, collections);
    },
  };
}

class SqliteStore implements PeerStore {
  readonly #database: Database;
  readonly #setting: SqliteSetting;
  /** FTS5 table of each namespace. */
  readonly #tables: ReadonlyMap<string, string>;

  constructor(database: Database, setting: SqliteSetting, collections: readonly PeerCollection[]) {
    this.#database = database;
    this.#setting = setting;
    this.#tables = new Map(collections.map(({ namespace }, i) => [
      namespace,
      setting.tables === "one" ? "fts" : `fts_${i}`,
    ]));
    this.#fill(collections);
  }

  search({ text, vector, namespace }: PeerQuery, k: number): Promise<string[]> {
    const { depth, rrfK, ftsWeight } = this.#setting;
    const rows = this.#database.query<
      { id: string },
      Record<string, string | number | Uint8Array>
    >(hybridSql(this.#tables.get(namespace) as string)).all({
      $text: anyWord(text),
      $vector: bytes(vector),
      $namespace: namespace,
      $depth: Math.max(depth, k),
      $rrfK: rrfK,
      $ftsWeight: ftsWeight,
      $k: k,
    });
    return Promise.resolve(rows.map(({ id }) => id));
  }

  close(): Promise<void> {
    this.#database.close();
    return Promise.resolve();
  }

  #fill(collections: readonly PeerCollection[]): void {
    const database = this.#database;
    const dimensions = collections[0]?.documents[0]?.vector.length ?? 0;
    database.run("CREATE TABLE documents (rowid INTEGER PRIMARY KEY, id TEXT)");
    database.run(
      `CREATE VIRTUAL TABLE vec USING vec0(
         namespace TEXT PARTITION KEY,
         embedding FLOAT[${dimensions}] DISTANCE_METRIC=cosine
       )`,
    );
    for (const table of new Set(this.#tables.values())) {
      database.run(
        `CREATE VIRTUAL TABLE ${table} USING fts5(
           text, namespace UNINDEXED, tokenize='${this.#setting.tokenizer}'
         )`,
      );
    }
    const document = database.query("INSERT INTO documents (rowid, id) VALUES (?, ?)");
    const embedding = database.query(
      "INSERT INTO vec (rowid, namespace, embedding) VALUES (?, ?, ?)",
    );
    let row = 0;
    database.transaction(() => {
      for (const { namespace, documents } of collections) {
        const words = database.query(
          `INSERT INTO ${this.#tables.get(namespace)} (rowid, text, namespace) VALUES (?, ?, ?)`,
        );
        for (const { id, text, vector } of documents) {
          row++;
          document.run(row, id);
          embedding.run(row, namespace, bytes(vector));
          words.run(row, text, namespace);
        }
      }
    })();
  }
}

/** The documented query, with the namespace and a limit added. */
function hybridSql(table: string): string {
  return `
    WITH vec_matches AS (
      SELECT rowid, row_number() OVER (ORDER BY distance) AS rank_number
      FROM vec
      WHERE embedding MATCH $vector AND k = $depth AND namespace = $namespace
    ),
    fts_matches AS (
      SELECT rowid, row_number() OVER (ORDER BY rank) AS rank_number
      FROM ${table}
      WHERE ${table} MATCH $text AND namespace = $namespace
      ORDER BY rank
      LIMIT $depth
    )
    SELECT documents.id
    FROM fts_matches
    FULL OUTER JOIN vec_matches ON vec_matches.rowid = fts_matches.rowid
    JOIN documents ON documents.rowid = coalesce(fts_matches.rowid, vec_matches.rowid)
    ORDER BY
      coalesce(1.0 / ($rrfK + fts_matches.rank_number), 0.0) * $ftsWeight +
      coalesce(1.0 / ($rrfK + vec_matches.rank_number), 0.0) DESC
    LIMIT $k`;
}

/**
 * The words of a question, any of which may match. As it stands a question is no FTS5
 * query: punctuation is a syntax error, and words side by side must all be there.
 */
function anyWord(text: string): string {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(" OR ");
}

function bytes(vector: Float32Array): Uint8Array {
  return new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);
}
