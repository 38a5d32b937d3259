import type { Database } from "../database.ts";
import { sampleStatement } from "../spaces/sample_sql.ts";
import type { Space } from "../spaces/space.ts";
import { decodeVector } from "../spaces/vector_codec.ts";

/** Mean and deviation of 200 vectors serve as well as those of all (`bench/quality`). */
export const SAMPLE_SIZE = 200;
/** Samples of 200 × 1024 floats that are kept: 13 MB. */
const MAX_KEPT = 16;

/**
 * Fixed samples of a space's vectors, one a namespace. A sample is drawn anew whenever
 * it would hold other vectors because the space has few, and once the space holds twice
 * as many as then, or half.
 */
export class VectorSamples {
  readonly #database: Database;
  readonly #space: Space;
  readonly #kept = new Map<string, { held: number; sample: Promise<Float32Array> }>();

  constructor(database: Database, space: Space) {
    this.#database = database;
    this.#space = space;
  }

  /**
   * @param held Vectors that the space holds in the namespace, now.
   * @returns Vectors one after the other, `[vectors × dimensions]`.
   */
  get(namespace: string, held: number): Promise<Float32Array> {
    const kept = this.#kept.get(namespace);
    if (kept !== undefined && isStillGood(kept.held, held)) return kept.sample;
    const sample = this.#draw(namespace);
    this.#kept.delete(namespace);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MAX_KEPT) this.#kept.delete(oldest);
    this.#kept.set(namespace, { held, sample });
    sample.catch(() => this.#kept.delete(namespace));
    return sample;
  }

  async #draw(namespace: string): Promise<Float32Array> {
    const { sql, parameters } = sampleStatement(this.#space, namespace, SAMPLE_SIZE);
    const rows = await this.#database.query<{ vector: Uint8Array }>(sql, parameters);
    const { dimensions } = this.#space.table;
    const sample = new Float32Array(rows.length * dimensions);
    for (const [i, { vector }] of rows.entries()) sample.set(decodeVector(vector), i * dimensions);
    return sample;
  }
}

function isStillGood(before: number, held: number): boolean {
  if (before < SAMPLE_SIZE || held < SAMPLE_SIZE) return before === held;
  return held < 2 * before && 2 * held > before;
}
