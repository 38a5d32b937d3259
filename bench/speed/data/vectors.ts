import { readFileSync } from "node:fs";
import { noisy } from "./noisy.ts";

export const DIMENSIONS = 384;

/** Deviation of the noise, a dimension: the copy's cosine to its original is 0.86. */
const NOISE = 0.03;

/** Vectors that lie in a file one after the other, and as many more as are wanted. */
export class Vectors {
  readonly #real: Float32Array;
  readonly count: number;

  constructor(path: string) {
    const bytes = readFileSync(path);
    this.#real = new Float32Array(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    );
    this.count = this.#real.length / DIMENSIONS;
  }

  /** A real vector; beyond those there are, a noisy copy of one. The same for the same `i`. */
  at(i: number): Float32Array {
    return i < this.count ? this.#copy(i) : this.#noisy(i % this.count, i);
  }

  /** A vector near that of memory `i`, as a query's is. */
  near(i: number): Float32Array {
    return this.#noisy(i % this.count, -1 - i);
  }

  #copy(i: number): Float32Array {
    return this.#real.slice(i * DIMENSIONS, (i + 1) * DIMENSIONS);
  }

  #noisy(i: number, seed: number): Float32Array {
    return noisy(this.#copy(i), NOISE, seed);
  }
}
