import { createRequire } from "node:module";

/** What is used of an Arrow `RecordBatch`. */
interface Batch {
  getChild(column: string): { get(row: number): unknown } | null;
  readonly numRows: number;
}

/** What is used of `apache-arrow`. */
interface Arrow {
  readonly Utf8: new () => object;
  readonly Uint64: new () => object;
  readonly Float32: new () => object;
  vectorFromArray(values: readonly unknown[], type: object): object;
  readonly Table: new (
    columns: Readonly<Record<string, object>>,
  ) => { readonly batches: unknown[] };
}

/** LanceDB's port for rerankers of one's own. */
interface Reranker {
  rerankHybrid(query: string, vectors: Batch, texts: Batch): Promise<unknown>;
}

/** By `require()`, as LanceDB loads it: batches of the ES module's classes are none to it. */
const require = createRequire(import.meta.url);

/**
 * RRF as LanceDB's `RRFReranker` has it (ranks from 0), with a weight on the lexical list,
 * which that one lacks. Returns ids, which are all that is selected.
 */
export function weightedReranker(k: number, ftsWeight: number): Reranker {
  const { Utf8, Uint64, Float32, vectorFromArray, Table } = require("apache-arrow") as Arrow;
  return {
    rerankHybrid(_query, vectors, texts) {
      const fused = new Map<unknown, { id: unknown; score: number }>();
      for (const [batch, weight] of [[vectors, 1], [texts, ftsWeight]] as const) {
        const [rows, ids] = [batch.getChild("_rowid"), batch.getChild("id")];
        for (let rank = 0; rank < batch.numRows; rank++) {
          const row = rows?.get(rank);
          const score = (fused.get(row)?.score ?? 0) + weight / (k + rank);
          fused.set(row, { id: ids?.get(rank), score });
        }
      }
      const sorted = [...fused].sort(([, a], [, b]) => b.score - a.score);
      const table = new Table({
        id: vectorFromArray(sorted.map(([, { id }]) => id), new Utf8()),
        _rowid: vectorFromArray(sorted.map(([row]) => row), new Uint64()),
        _relevance_score: vectorFromArray(sorted.map(([, { score }]) => score), new Float32()),
      });
      return Promise.resolve(table.batches[0]);
    },
  };
}
