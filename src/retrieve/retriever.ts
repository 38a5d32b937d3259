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
  /** No other space holds the memory. */
  readonly alone: boolean;
}

/** Which memories a retriever may return. */
export interface Scope {
  readonly namespace: string;
  readonly filter: RowFilter;
  /** Memories with less trust are left out, in the database itself. */
  readonly minTrust: number;
}

/** What a retriever is asked for. */
export interface RetrieveOptions extends Scope {
  /** Hits wanted; fewer come only where fewer match. */
  readonly limit: number;
  /** Memories in the scope that the retriever could find, or a bound of it, where one is known. */
  readonly atMost?: number;
  readonly signal?: AbortSignal;
}

/** A ranked list and how it was made. */
export interface RankedList {
  readonly hits: readonly Hit[];
  readonly scan: "exact" | "index";
}

/** A query made ready for one retriever; may be asked more than once. */
export type Lookup = (options: RetrieveOptions) => Promise<RankedList>;

/** Returns one ranked list for a query. */
export interface Retriever {
  readonly name: string;
  /** Does what is done once a query: embeds it, for one. */
  prepare(query: string, signal?: AbortSignal): Promise<Lookup>;
}
