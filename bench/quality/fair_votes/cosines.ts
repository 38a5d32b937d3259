/** Cosines of one query with each document of its collection, in their order. */
export function cosinesOf(
  query: Float32Array,
  documents: readonly Float32Array[],
): Float32Array {
  return Float32Array.from(documents, (document) => {
    let sum = 0;
    for (let i = 0; i < query.length; i++) sum += (query[i] as number) * (document[i] as number);
    return sum;
  });
}
