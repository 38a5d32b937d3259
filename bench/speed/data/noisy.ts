import { toUnitLength } from "../../../src/spaces/vector_codec.ts";
import { gaussian, randomNumbers } from "../../../src/evaluate/random.ts";

/** A vector of unit length near another one. The same for the same seed. */
export function noisy(vector: Float32Array, deviation: number, seed: number): Float32Array {
  const chance = gaussian(randomNumbers(seed));
  return toUnitLength(vector.map((x) => x + deviation * chance()));
}
