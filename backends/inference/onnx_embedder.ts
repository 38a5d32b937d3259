import { availableParallelism } from "node:os";
import {
  type Dtype,
  dtypeClass,
  identityOf,
  type KnownModel,
  MINILM,
} from "../../src/embed/catalogue.ts";
import type { Device, Embedder, ModelIdentity } from "../../src/embed/embedder.ts";
import { checkGolden } from "../../src/embed/golden_check.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";
import type { Setup } from "./ort_thread.ts";
import { Pool, type PoolOptions } from "./pool.ts";

/** Which onnxruntime runs a model: `auto` is the native addon, or WASM where that will not do. */
export type Backend = "auto" | "native" | "wasm";

/** What {@linkcode openOnnxEmbedder} opens. */
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

const MAX_DEFAULT_THREADS = 8;

/** Above this size of its weights, a model is loaded once and its runs use all threads. */
const MAX_BYTES_A_THREAD = 200_000_000;

/** Texts counted at one go: few enough that a query does not notice. */
const COUNTED_AT_ONCE = 32;

const THREAD = new URL("./ort_thread", import.meta.url);
const ORDER = { auto: ["native", "wasm"], native: ["native"], wasm: ["wasm"] } as const;
const DEVICE: Readonly<Record<Setup["backend"], Device>> = { native: "cpu", wasm: "wasm" };

/**
 * Opens an embedder over ONNX files. All of its work is done in threads of its own,
 * one text a run; the first thread is started here, others when there is work for
 * them.
 *
 * A backend that will not load, or that misses the model's golden vectors, is left
 * aside for the next one, and `notes` says why.
 *
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` or `MODEL_CORRUPT` where a file is
 *   missing or not the one wanted, `EMBEDDING_FAILED` where no backend will do,
 *   `INVALID_CONFIG` for an option that is not allowed.
 *
 * @param thread The module of its threads; tests have one that dies.
 */
export async function openOnnxEmbedder(
  options: OnnxOptions,
  thread: URL = THREAD,
): Promise<Embedder> {
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
    throw invalid(`${model.id} has no ${dtype} weights, only ${known}.`);
  }
  const size = weights.bytes > MAX_BYTES_A_THREAD ? 1 : threads;
  const { dimensions, maxTokens, pooling, tokenizer } = model;
  const shared = { folder, weights, tokenizer, dimensions, maxTokens, pooling };

  const notes: string[] = [];
  for (const backend of ORDER[options.backend ?? "auto"]) {
    const setup: Setup = { ...shared, backend, threads: threads / size };
    try {
      const pool = await openTested({ module: thread, setup, size }, model, dtype);
      return new OnnxEmbedder(model, dtype, DEVICE[backend], notes, pool);
    } catch (error) {
      if (error instanceof BicameralError && error.code !== "EMBEDDING_FAILED") throw error;
      notes.push(`The ${backend} backend is not in use: ${messageOf(error)}`);
    }
  }
  throw new BicameralError("EMBEDDING_FAILED", `${model.id} can't run. ${notes.join(" ")}`);
}

/** A pool whose first thread gives the model's golden vectors. */
async function openTested(options: PoolOptions, model: KnownModel, dtype: Dtype): Promise<Pool> {
  const golden = model.golden[dtypeClass(dtype)] ?? [];
  const texts = golden.map(({ text }) => model.prompts.document + text);
  const pool = await Pool.open(options);
  try {
    checkGolden(golden, await pool.run("document", texts, { urgent: false }), dtypeClass(dtype));
    return pool;
  } catch (error) {
    await pool.close();
    throw error;
  }
}

class OnnxEmbedder implements Embedder {
  readonly model: ModelIdentity;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly device: Device;
  readonly notes: readonly string[];
  readonly #pool: Pool;

  constructor(
    model: KnownModel,
    dtype: Dtype,
    device: Device,
    notes: readonly string[],
    pool: Pool,
  ) {
    this.model = identityOf(model, dtype);
    this.dimensions = model.dimensions;
    this.maxTokens = model.maxTokens;
    this.device = device;
    this.notes = notes;
    this.#pool = pool;
  }

  async countTokens(texts: readonly string[], signal?: AbortSignal): Promise<number[]> {
    const slices: string[][] = [];
    for (let at = 0; at < texts.length; at += COUNTED_AT_ONCE) {
      slices.push(texts.slice(at, at + COUNTED_AT_ONCE));
    }
    const counts = await this.#pool.run<number[]>("count", slices, { urgent: true, signal });
    return counts.flat();
  }

  embedQueries(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const prompted = texts.map((text) => this.model.prompts.query + text);
    return this.#pool.run("query", prompted, { urgent: true, signal });
  }

  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const prompted = texts.map((text) => this.model.prompts.document + text);
    return this.#pool.run("document", prompted, { urgent: false, signal });
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

function invalid(message: string): BicameralError {
  return new BicameralError("INVALID_CONFIG", `Embedder option ${message}`);
}
