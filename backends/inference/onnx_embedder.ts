import { type Dtype, dtypeClass, identityOf, type KnownModel } from "../../src/embed/catalogue.ts";
import type { Device, Embedder, ModelIdentity } from "../../src/embed/embedder.ts";
import { checkGolden } from "../../src/embed/golden_check.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";
import { type OnnxOptions, type OnnxPlan, planOf } from "./onnx_options.ts";
import { Pool } from "./pool.ts";

export type { OnnxOptions } from "./onnx_options.ts";

const THREAD = new URL("./ort_thread", import.meta.url);

/** Characters of texts that are counted at one go: about the time of one run. */
const COUNTED_AT_ONCE = 16_000;

/**
 * Opens an embedder over ONNX files. All of its work is done in threads of its own,
 * one text a run; the first thread is started here, others when there is work for
 * them.
 *
 * A device that will not load, or that misses the model's golden vectors, is left
 * aside for the next one, and `notes` says why.
 *
 * @param thread The module of its threads; tests have one that dies.
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` or `MODEL_CORRUPT` where a file is
 *   missing or not the one wanted, `EMBEDDING_FAILED` where no device will do,
 *   `INVALID_CONFIG` for an option that is not allowed.
 */
export async function openOnnxEmbedder(
  options: OnnxOptions,
  thread: URL = THREAD,
): Promise<Embedder> {
  const plan = planOf(options);
  const notes: string[] = [];
  for (const device of plan.devices) {
    try {
      const pool = await openTested(plan, device, thread);
      return new OnnxEmbedder(plan.model, plan.dtype, device, notes, pool);
    } catch (error) {
      if (error instanceof BicameralError && error.code !== "EMBEDDING_FAILED") throw error;
      notes.push(`${device} is not in use: ${messageOf(error)}`);
    }
  }
  const reasons = notes.join(" ");
  throw new BicameralError("EMBEDDING_FAILED", `${plan.model.id} can't run. ${reasons}`);
}

/** A pool whose first thread has given the model's golden vectors. */
async function openTested(
  { model, dtype, workers, setup }: OnnxPlan,
  device: Device,
  module: URL,
): Promise<Pool> {
  const golden = model.golden[dtypeClass(dtype)] ?? [];
  const texts = golden.map(({ text, as }) => model.prompts[as] + text);
  const pool = await Pool.open({ module, setup: { ...setup, device }, size: workers });
  try {
    checkGolden(golden, await pool.run("document", texts, { urgent: false }));
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
    const slices = slicesOf(texts, COUNTED_AT_ONCE);
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

/** Runs of neighbouring texts, each ended by the text that brings it to `characters`. */
function slicesOf(texts: readonly string[], characters: number): string[][] {
  const slices: string[][] = [];
  let room = 0;
  for (const text of texts) {
    if (room <= 0) {
      slices.push([]);
      room = characters;
    }
    slices.at(-1)!.push(text);
    room -= text.length + 1;
  }
  return slices;
}
