import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundledModelFolder } from "../backends/models/bundled.ts";
import { constant, FLOAT, INT64, type Message, node, onnxFile, value } from "./onnx_writer.ts";

/** What a {@linkcode makeStandIn} model is like. */
export interface StandInOptions {
  /** A whole number: other seeds give other weights. */
  readonly seed?: number;
  /** Width of its vectors. */
  readonly dimensions?: number;
}

/** Word pieces of the tokenizer that is copied. */
const PIECES = 30_522;

/** Numbers a word piece has; the projection widens them. */
const INNER = 24;

/**
 * How much of the first row stays [CLS]. It is the same in all texts, and longer than
 * a mean of many pieces, so that a larger share would bring all texts together.
 */
const CLS_SHARE = 1 / 16;

/** For Slice: to the last row, however many there are. */
const END = Number.MAX_SAFE_INTEGER;

/**
 * Writes the folder of a sentence model that is made from a seed, for tests of what
 * wants a model of some width: `config.json`, `tokenizer.json`, `onnx/model.onnx`.
 * The same seed and width give the same bytes on any runtime.
 *
 * Texts with words in common are near each other, by mean and by CLS pooling;
 * nothing is known of meaning or of the order of words.
 *
 * @param folder Made where it is missing; files of these names are overwritten.
 */
export function makeStandIn(
  folder: string,
  { seed = 1, dimensions = 1024 }: StandInOptions = {},
): void {
  mkdirSync(join(folder, "onnx"), { recursive: true });
  const config = {
    model_type: "bert",
    hidden_size: dimensions,
    max_position_embeddings: 512,
    vocab_size: PIECES,
  };
  writeFileSync(join(folder, "config.json"), JSON.stringify(config, null, 2) + "\n");
  copyFileSync(join(bundledModelFolder(), "tokenizer.json"), join(folder, "tokenizer.json"));
  writeFileSync(join(folder, "onnx", "model.onnx"), standInGraph(seed, dimensions));
}

/**
 * A BERT's inputs and output with next to nothing between them: each token is its
 * piece, but the first is mostly the mean of all, as attention would have it.
 */
function standInGraph(seed: number, dimensions: number): Message {
  const random = uniform(seed);
  const tokens = ["batch", "tokens"];
  return onnxFile({
    name: "stand_in",
    inputs: ["input_ids", "attention_mask", "token_type_ids"]
      .map((name) => value(name, INT64, tokens)),
    outputs: [value("last_hidden_state", FLOAT, [...tokens, dimensions])],
    constants: [
      constant("pieces", [PIECES, INNER], random(PIECES * INNER)),
      constant("projection", [INNER, dimensions], random(INNER * dimensions)),
      // The first type is a text's own, and changes nothing.
      constant(
        "types",
        [2, INNER],
        Float32Array.from([...new Float32Array(INNER), ...random(INNER)]),
      ),
      constant("cls_share", [], Float32Array.of(CLS_SHARE)),
      constant("mean_share", [], Float32Array.of(1 - CLS_SHARE)),
      ...Object.entries({ zero: 0, one: 1, two: 2, end: END })
        .map(([name, number]) => constant(name, [1], BigInt64Array.of(BigInt(number)))),
    ],
    nodes: [
      node("Gather", ["pieces", "input_ids"], "piece_rows"),
      node("Gather", ["types", "token_type_ids"], "type_rows"),
      node("Add", ["piece_rows", "type_rows"], "rows"),

      // The mask, made to sum to 1, times the rows is their mean without the padding.
      node("Cast", ["attention_mask"], "mask", { to: FLOAT }),
      node("Unsqueeze", ["mask", "one"], "mask_row"),
      node("ReduceSum", ["mask_row", "two"], "count", { keepdims: 1 }),
      node("Div", ["mask_row", "count"], "mean_weights"),
      node("MatMul", ["mean_weights", "rows"], "mean"),

      node("Slice", ["rows", "zero", "one", "one"], "cls"),
      node("Slice", ["rows", "one", "end", "one"], "others"),
      node("Mul", ["cls", "cls_share"], "cls_part"),
      node("Mul", ["mean", "mean_share"], "mean_part"),
      node("Add", ["cls_part", "mean_part"], "first"),
      node("Concat", ["first", "others"], "mixed", { axis: 1 }),
      node("MatMul", ["mixed", "projection"], "last_hidden_state"),
    ],
  });
}

/**
 * Gives numbers from -1 to below 1 (mulberry32). Not normally distributed ones: runtimes
 * differ in the last digits of logarithms and cosines, and the bytes must not.
 */
function uniform(seed: number): (count: number) => Float32Array {
  let state = seed | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) / 0x80000000;
  }
  return (count) => Float32Array.from({ length: count }, next);
}
