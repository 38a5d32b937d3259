import type { RowFilter } from "../spaces/filter_sql.ts";

/** One entry of a ranked list. */
export interface Hit {
  readonly id: string;
  /** On the retriever's own scale. */
  readonly score: number;
  /** From 1. */
  readonly rank: number;
  readonly trust: number;
  /** What the memory is a part of, if it is. */
  readonly documentId: string | null;
}

/** What a retriever is asked for. */
export interface RetrieveOptions {
  readonly namespace: string;
  readonly filter: RowFilter;
  /** Memories with less trust are left out, in the database itself. */
  readonly minTrust: number;
  /** Hits wanted; fewer come only where fewer match. */
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** A ranked list and how it was made. */
export interface RankedList {
  readonly hits: readonly Hit[];
  readonly scan: "exact" | "index";
}

/** Returns one ranked list for a query. */
export interface Retriever {
  readonly name: string;
  search(query: string, options: RetrieveOptions): Promise<RankedList>;
}
