import type { Database } from "../database.ts";
import { type TermRow, termSampleStatement } from "../spaces/lexical_sql.ts";
import { type Drawn, SampleCache } from "./sample_cache.ts";

/** Memories of a namespace whose words are counted. */
const SAMPLE_SIZE = 1_000;
/** Some thousand words each. */
const MAX_KEPT = 16;
/** Counts are of a time when the namespace was a tenth smaller, at most. */
const STALE_SHARE = 0.1;

/** In how many memories of a sample words are. */
export interface TermSample {
  /** Memories in the sample. */
  readonly size: number;
  /** Mean number of different lexemes, at least 1. */
  readonly length: number;
  /** Memories that hold a lexeme. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * How rare words are in a namespace, from a fixed sample of its memories. The namespace
 * counts, not the store: a name that is on every page of one conversation is rare in
 * all the others.
 */
export class TermSamples {
  readonly #cache: SampleCache<TermSample>;

  constructor(database: Database) {
    this.#cache = new SampleCache(
      async (namespace) => {
        const { sql, parameters } = termSampleStatement(namespace, SAMPLE_SIZE);
        const [first, ...rows] = await database.query<TermRow>(sql, parameters) as [TermRow];
        const { size, length, of } = first;
        const counts = new Map(rows.map(({ word, count }) => [word as string, count]));
        return { value: { size, length: Math.max(1, length), counts }, of };
      },
      (of, written) => written > 0 && written >= of * STALE_SHARE,
      MAX_KEPT,
    );
  }

  onWritten(rows: number): void {
    this.#cache.onWritten(rows);
  }

  get(namespace: string): Promise<Drawn<TermSample>> {
    return this.#cache.get(namespace);
  }
}

/**
 * Inverse document frequency, never negative:
 *
 * ```text
 * idf(t) = ln(1 + (N − n + ½) / (n + ½))
 * ```
 *
 * with n of N memories holding the lexeme t. Robertson and Spärck Jones, "Relevance
 * weighting of search terms", JASIS 27, 1976, in the form of Lucene's BM25.
 */
export function inverseFrequency({ size, counts }: TermSample, lexeme: string): number {
  const n = Math.min(size, counts.get(lexeme) ?? 0);
  return Math.log(1 + (size - n + 0.5) / (n + 0.5));
}
