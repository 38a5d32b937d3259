import { BicameralError } from "../errors.ts";
import type { Pooling } from "./embedder.ts";

/**
 * One unit-length vector from a text's last hidden states.
 *
 * - `mean`: the average over the text's tokens, special tokens included
 *   (Reimers and Gurevych, Sentence-BERT, 2019, section 3).
 * - `cls`: the state of the first token.
 *
 * The attention mask of a text is a prefix of ones, so it is given as its length.
 *
 * @param states Row-major `[rows, dimensions]`; rows from `tokens` on are padding.
 * @param tokens Tokens of the text, at least 1.
 * @returns `[dimensions]`, of length 1.
 * @throws {BicameralError} `EMBEDDING_FAILED` where the states give no direction: not finite, or all zero.
 */
export function pool(
  states: Float32Array,
  tokens: number,
  dimensions: number,
  pooling: Pooling,
): Float32Array {
  const rows = pooling === "mean" ? tokens : 1;
  const sums = new Float64Array(dimensions);
  for (let at = 0, row = 0; row < rows; row++) {
    for (let column = 0; column < dimensions; column++, at++) sums[column]! += states[at]!;
  }
  return unit(sums);
}

function unit(sums: Float64Array): Float32Array {
  let squares = 0;
  for (const sum of sums) squares += sum * sum;
  const length = Math.sqrt(squares);
  if (!(length > 0 && length < Infinity)) {
    throw new BicameralError(
      "EMBEDDING_FAILED",
      `The model gave a vector of length ${length}, wanted a finite one above 0.`,
    );
  }
  return Float32Array.from(sums, (sum) => sum / length);
}
