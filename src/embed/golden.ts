/** A text, and what is on record of the vector that the model gives it. */
export interface Golden {
  readonly text: string;
  /** Which prompt goes before it. */
  readonly as: "query" | "document";
  /** Where the record comes from. */
  readonly source: string;
  readonly record: GoldenRecord;
}

/** As much of a vector as was published, and how near a device must come to it. */
export type GoldenRecord =
  /** The whole vector, unit length, and the least cosine to it. */
  | { readonly vector: Float32Array; readonly least: number }
  /** Its first components, each within a bound. */
  | { readonly leading: readonly number[]; readonly within: number }
  /** The sum of its components, within a bound. */
  | { readonly sum: number; readonly within: number };

/** The int16 that stands for 1 in a packed vector. */
const ONE = 32_767;

/**
 * Reads a recorded vector: little-endian int16 in base64. A unit vector of 384
 * values keeps a cosine above 0.999999 to what was written.
 */
export function unpackVector(base64: string): Float32Array {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from(
    { length: bytes.length / 2 },
    (_, i) => view.getInt16(2 * i, true) / ONE,
  );
}

/** Writes a vector for the record; {@linkcode unpackVector} reads it. */
export function packVector(vector: ArrayLike<number>): string {
  const view = new DataView(new ArrayBuffer(2 * vector.length));
  for (let i = 0; i < vector.length; i++) view.setInt16(2 * i, Math.round(vector[i]! * ONE), true);
  return btoa(String.fromCharCode(...new Uint8Array(view.buffer)));
}
