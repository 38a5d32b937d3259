import type { Database } from "../database.ts";
import { sampleStatement } from "../spaces/sample_sql.ts";
import type { Space } from "../spaces/space.ts";
import { decodeVector } from "../spaces/vector_codec.ts";
import { type Drawn, SampleCache } from "./sample_cache.ts";

/** Mean and deviation of 200 vectors serve as well as those of all (`bench/quality`). */
export const SAMPLE_SIZE = 200;
/** Samples of 200 × 1024 floats that are kept: 13 MB. */
const MAX_KEPT = 16;

/**
 * Fixed samples of a space's vectors, one a namespace. A sample is drawn anew after any
 * write where it holds all vectors that there are, else once as many were written as
 * there were.
 */
export class VectorSamples {
  readonly #database: Database;
  readonly #space: Space;
  readonly #cache: SampleCache<Float32Array>;

  constructor(database: Database, space: Space) {
    this.#database = database;
    this.#space = space;
    this.#cache = new SampleCache(
      (namespace) => this.#draw(namespace),
      (of, written) => written >= (of < SAMPLE_SIZE ? 1 : of),
      MAX_KEPT,
    );
  }

  onWritten(rows: number): void {
    this.#cache.onWritten(rows);
  }

  /** Vectors one after the other, `[vectors × dimensions]`. */
  get(namespace: string): Promise<Drawn<Float32Array>> {
    return this.#cache.get(namespace);
  }

  async #draw(namespace: string): Promise<Drawn<Float32Array>> {
    const { sql, parameters } = sampleStatement(this.#space, namespace, SAMPLE_SIZE);
    const rows = await this.#database.query<{ vector: Uint8Array; of: number }>(sql, parameters);
    const { dimensions } = this.#space.table;
    const value = new Float32Array(rows.length * dimensions);
    for (const [i, { vector }] of rows.entries()) value.set(decodeVector(vector), i * dimensions);
    return { value, of: rows[0]?.of ?? 0 };
  }
}
