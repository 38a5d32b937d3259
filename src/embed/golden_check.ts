import { BicameralError } from "../errors.ts";
import { cosine } from "./cosine.ts";
import type { Golden, GoldenRecord } from "./golden.ts";

/** How a vector compares with what is on record. */
export interface GoldenResult {
  readonly source: string;
  /** What was compared: `cosine`, `components` (the largest difference), `sum` (the difference). */
  readonly measure: "cosine" | "components" | "sum";
  readonly found: number;
  /** Least cosine, or largest difference. */
  readonly bound: number;
  readonly ok: boolean;
}

/** Compares what a device gave for known texts with what is on record. */
export function compareGolden(
  golden: readonly Golden[],
  vectors: readonly Float32Array[],
): GoldenResult[] {
  return golden.map(({ source, record }, i) => ({ source, ...compare(record, vectors[i]) }));
}

/**
 * The golden-vector self-test: wrong numbers never reach a store.
 *
 * @param vectors What the device gave for `golden`, in order; unit length.
 * @throws {BicameralError} `EMBEDDING_FAILED` at the first vector that misses, saying by how much.
 */
export function checkGolden(golden: readonly Golden[], vectors: readonly Float32Array[]): void {
  for (const [i, result] of compareGolden(golden, vectors).entries()) {
    if (result.ok) continue;
    const { source, measure, found, bound } = result;
    throw new BicameralError(
      "EMBEDDING_FAILED",
      `Self-test text ${i + 1} of ${golden.length} came out at a ` +
        (measure === "cosine" ? "cosine of " : "difference of ") + found.toFixed(6) +
        (measure === "cosine" ? "" : ` in its ${measure}`) +
        `, wanted at ${measure === "cosine" ? "least" : "most"} ${bound} (by ${source}).`,
    );
  }
}

function compare(record: GoldenRecord, vector: Float32Array | undefined) {
  if ("vector" in record) {
    const found = cosine(vector, record.vector);
    return { measure: "cosine", found, bound: record.least, ok: found >= record.least } as const;
  }
  const { within } = record;
  if ("sum" in record) {
    const sum = vector?.reduce((sum, value) => sum + value, 0) ?? NaN;
    const found = Math.abs(sum - record.sum);
    return { measure: "sum", found, bound: within, ok: found <= within } as const;
  }
  const found = Math.max(
    ...record.leading.map((value, i) => Math.abs(value - (vector?.[i] ?? NaN))),
  );
  return { measure: "components", found, bound: within, ok: found <= within } as const;
}
