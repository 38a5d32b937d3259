import { toUnitLength } from "../../../src/spaces/vector_codec.ts";
import { noisy } from "./noisy.ts";
import { gaussian, randomNumbers } from "../../../src/evaluate/random.ts";

const DIMENSIONS = 1024;

/** Deviation of the noise, a dimension: a query's cosine to its memory is 0.86, as in the small space. */
const NOISE = 0.0184;

/** Vectors of the large space, in random directions. The same for the same `i`. */
export class LargeVectors {
  at(i: number): Float32Array {
    return toUnitLength(Float32Array.from({ length: DIMENSIONS }, gaussian(randomNumbers(i))));
  }

  /** A vector near that of memory `i`, as a query's is. */
  near(i: number): Float32Array {
    return noisy(this.at(i), NOISE, -1 - i);
  }
}
