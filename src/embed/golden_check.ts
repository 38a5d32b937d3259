import { BicameralError } from "../errors.ts";
import type { DtypeClass } from "./embedder.ts";
import type { GoldenVector } from "./golden.ts";

/**
 * How close a backend must come to recorded vectors. Float kernels agree to many
 * digits; int8 kernels round differently on every kind of CPU.
 */
const LEAST_COSINE: Readonly<Record<DtypeClass, number>> = { float: 0.9999, int8: 0.97 };

/**
 * The golden-vector self-test: compares what a backend gave for known texts with
 * what is on record, so that wrong numbers never reach a store.
 *
 * @param vectors What the backend gave for `golden`, in order; unit length.
 * @throws {BicameralError} `EMBEDDING_FAILED` at the first vector that misses, saying by how much.
 */
export function checkGolden(
  golden: readonly GoldenVector[],
  vectors: readonly Float32Array[],
  dtype: DtypeClass,
): void {
  const wanted = LEAST_COSINE[dtype];
  for (const [index, { vector }] of golden.entries()) {
    const found = cosine(vectors[index], vector);
    if (found >= wanted) continue;
    throw new BicameralError(
      "EMBEDDING_FAILED",
      `Self-test text ${index + 1} of ${golden.length} came out at a cosine of ` +
        `${found.toFixed(6)} to its recorded ${dtype} vector, wanted at least ${wanted}.`,
    );
  }
}

/** Cosine of the angle between two vectors; NaN where one is missing or of another length. */
export function cosine(a: Float32Array | undefined, b: Float32Array): number {
  return a?.length === b.length ? dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)) : NaN;
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
