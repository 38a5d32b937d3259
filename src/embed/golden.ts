/** A text and the vector that the model's reference runtime gives for it as a document. */
export interface GoldenVector {
  readonly text: string;
  /** Unit length. */
  readonly vector: Float32Array;
}

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
