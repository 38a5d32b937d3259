/** Cosine of the angle between two vectors; NaN where one is missing or of another length. */
export function cosine(a: Float32Array | undefined, b: Float32Array): number {
  return a?.length === b.length ? dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b)) : NaN;
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]!, 0);
}
