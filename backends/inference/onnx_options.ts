import { availableParallelism } from "node:os";
import { type Dtype, type KnownModel, MINILM } from "../../src/embed/catalogue.ts";
import type { Device } from "../../src/embed/embedder.ts";
import { BicameralError } from "../../src/errors.ts";
import { sizeOfModelFile } from "./model_file.ts";
import type { Setup } from "./serve_embedding.ts";

/** What `openOnnxEmbedder()` opens. */
export interface OnnxOptions {
  /** Path of the folder that holds the model's files. */
  readonly folder: string;
  /** Default: all-MiniLM-L6-v2. */
  readonly model?: KnownModel;
  /** Which of the model's weights to load. Default: `int8`. */
  readonly dtype?: Dtype;
  /** What to run it on, the first that works. Default: `cpu`, or `wasm` where that will not do. */
  readonly devices?: readonly Device[];
  /** Threads to compute on. Default: one a core, at most 8. */
  readonly threads?: number;
}

/** How a model is run. */
export interface OnnxPlan {
  readonly model: KnownModel;
  readonly dtype: Dtype;
  /** To be tried in this order. */
  readonly devices: readonly Device[];
  /** Most workers at a time on a CPU. A GPU has one. */
  readonly workers: number;
  /** What each of them loads. */
  readonly setup: Omit<Setup, "device">;
}

const MAX_DEFAULT_THREADS = 8;

/** Above this size of its weights, a model is loaded once and its runs use all threads. */
const MAX_BYTES_A_WORKER = 200_000_000;

const DEVICES: readonly Device[] = ["cuda", "webgpu", "cpu", "wasm"];

/**
 * Fills in what the options leave open.
 *
 * @throws {BicameralError} `INVALID_CONFIG` for an option that is not allowed,
 *   `MODEL_NOT_AVAILABLE` where there are no weights whose size could be seen.
 */
export function planOf(options: OnnxOptions): OnnxPlan {
  const { folder, model = MINILM, dtype = "int8", devices = ["cpu", "wasm"] } = options;
  const threads = options.threads ?? Math.min(availableParallelism(), MAX_DEFAULT_THREADS);
  if (!Number.isInteger(threads) || threads < 1) {
    throw invalid(`threads is ${threads}, wanted a whole number from 1.`);
  }
  if (devices.length === 0 || devices.some((device) => !DEVICES.includes(device))) {
    throw invalid(`devices is [${devices.join(", ")}], wanted some of ${DEVICES.join(", ")}.`);
  }
  const weights = model.weights[dtype];
  if (weights === undefined) {
    const known = Object.keys(model.weights).join(", ");
    throw invalid(`dtype is ${dtype}, and ${model.id} has only ${known}.`);
  }
  const large = (weights.bytes ?? sizeOfModelFile(folder, weights)) > MAX_BYTES_A_WORKER;
  const workers = large ? 1 : threads;
  const { dimensions, maxTokens, pooling, tokenizer } = model;
  const loaded = { folder, tokenizer, weights, large, dimensions, maxTokens, pooling };
  return {
    model,
    dtype,
    devices,
    workers,
    setup: { ...loaded, threads: threads / workers },
  };
}

function invalid(message: string): BicameralError {
  return new BicameralError("INVALID_CONFIG", `Embedder option ${message}`);
}
