import { availableParallelism } from "node:os";
import { type Dtype, type KnownModel, MINILM } from "../../src/embed/catalogue.ts";
import { BicameralError } from "../../src/errors.ts";
import type { Setup } from "./ort_thread.ts";

/** Which onnxruntime runs a model: `auto` is the native addon, or WASM where that will not do. */
export type Backend = "auto" | "native" | "wasm";

/** What `openOnnxEmbedder()` opens. */
export interface OnnxOptions {
  /** Path of the folder that holds the model's files. */
  readonly folder: string;
  /** Default: all-MiniLM-L6-v2. */
  readonly model?: KnownModel;
  /** Which of the model's weights to load. Default: `int8`. */
  readonly dtype?: Dtype;
  /** Default: `auto`. */
  readonly backend?: Backend;
  /** Threads to compute on. Default: one a core, at most 8. */
  readonly threads?: number;
}

/** How a model is run. */
export interface OnnxPlan {
  readonly model: KnownModel;
  readonly dtype: Dtype;
  /** To be tried in this order. */
  readonly backends: readonly Setup["backend"][];
  /** Most workers at a time. */
  readonly workers: number;
  /** What each of them loads. */
  readonly setup: Omit<Setup, "backend">;
}

const MAX_DEFAULT_THREADS = 8;

/** Above this size of its weights, a model is loaded once and its runs use all threads. */
const MAX_BYTES_A_WORKER = 200_000_000;

const ORDER = { auto: ["native", "wasm"], native: ["native"], wasm: ["wasm"] } as const;

/**
 * Fills in what the options leave open.
 *
 * @throws {BicameralError} `INVALID_CONFIG` for an option that is not allowed.
 */
export function planOf(options: OnnxOptions): OnnxPlan {
  const { folder, model = MINILM, dtype = "int8", backend = "auto" } = options;
  const threads = options.threads ?? Math.min(availableParallelism(), MAX_DEFAULT_THREADS);
  if (!Number.isInteger(threads) || threads < 1) {
    throw invalid(`threads is ${threads}, wanted a whole number from 1.`);
  }
  if (!Object.hasOwn(ORDER, backend)) {
    throw invalid(`backend is ${backend}, wanted auto, native or wasm.`);
  }
  const weights = model.weights[dtype];
  if (weights === undefined) {
    const known = Object.keys(model.weights).join(", ");
    throw invalid(`dtype is ${dtype}, and ${model.id} has only ${known}.`);
  }
  const workers = (weights.bytes ?? Infinity) > MAX_BYTES_A_WORKER ? 1 : threads;
  const { dimensions, maxTokens, pooling, tokenizer } = model;
  const loaded = { folder, tokenizer, weights, dimensions, maxTokens, pooling };
  return {
    model,
    dtype,
    backends: ORDER[backend],
    workers,
    setup: { ...loaded, threads: threads / workers },
  };
}

function invalid(message: string): BicameralError {
  return new BicameralError("INVALID_CONFIG", `Embedder option ${message}`);
}
