import { BicameralError } from "../errors.ts";

/**
 * The one place where vectors are written for, and read from, pgvector.
 *
 * Binary layout (pgvector's `vector_send`): int16 dimensions, int16 unused (0),
 * then one big-endian float32 a dimension.
 */

const HEADER_BYTES = 4;
/** What rounding to float32 does to the squared length of a unit vector stays below. */
const UNIT_TOLERANCE = 1e-6;

/** Throws `INVALID_INPUT` unless `vector` has `dimensions` finite numbers. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length !== dimensions) {
    throw new BicameralError(
      "INVALID_INPUT",
      `A vector has ${vector.length} dimensions where the column takes ${dimensions}.`,
    );
  }
  for (let i = 0; i < vector.length; i++) {
    if (!Number.isFinite(vector[i])) {
      throw new BicameralError(
        "INVALID_INPUT",
        `A vector holds ${vector[i]} at position ${i}; every number must be finite.`,
      );
    }
  }
}

/** Bytes for binary COPY and for a binary parameter: 4 + 4 × dimensions. */
export function encodeVector(vector: Float32Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + vector.length * 4);
  const view = new DataView(bytes.buffer);
  view.setInt16(0, vector.length);
  for (let i = 0; i < vector.length; i++) {
    view.setFloat32(HEADER_BYTES + i * 4, vector[i] as number);
  }
  return bytes;
}

/** Reads what `vector_send(embedding)` gives. */
export function decodeVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const dimensions = bytes.byteLength < HEADER_BYTES ? -1 : view.getInt16(0);
  if (bytes.byteLength !== HEADER_BYTES + dimensions * 4) {
    throw new RangeError(`${bytes.byteLength} bytes are no vector of ${dimensions} dimensions`);
  }
  const vector = new Float32Array(dimensions);
  for (let i = 0; i < dimensions; i++) vector[i] = view.getFloat32(HEADER_BYTES + i * 4);
  return vector;
}

/**
 * A copy of unit length; the zero vector is refused, having no direction. One that
 * has unit length already is not rounded again: what was exported comes back as it was.
 */
export function toUnitLength(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const x of vector) sum += x * x;
  if (!(sum > 0 && Number.isFinite(sum))) {
    throw new BicameralError("INVALID_INPUT", "A vector of length zero has no direction.");
  }
  if (Math.abs(sum - 1) < UNIT_TOLERANCE) return vector.slice();
  const scale = 1 / Math.sqrt(sum);
  return vector.map((x) => x * scale);
}
