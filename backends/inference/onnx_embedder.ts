import { identityOf } from "../../src/embed/catalogue.ts";
import type { Device, Embedder, ModelIdentity } from "../../src/embed/embedder.ts";
import { BicameralError, messageOf, rethrowIfOver } from "../../src/errors.ts";
import type { EmbedOptions } from "./embed_in_batches.ts";
import { LIMITS } from "./limits.ts";
import { type OnnxOptions, type OnnxPlan, planOf } from "./onnx_options.ts";
import {
  isGpu,
  type OpenDevice,
  type Opened,
  openFirstDevice,
  type Threads,
} from "./open_device.ts";

export type { OnnxOptions } from "./onnx_options.ts";

/** The threads that embedders run on. */
export const THREADS: Threads = {
  module: new URL("./ort_thread", import.meta.url),
  limits: LIMITS,
};

/**
 * Opens an embedder over ONNX files. All of its work is done in threads of its own;
 * the first is started here, others when there is work for them.
 *
 * A device that will not load, or that misses the model's golden vectors, is left
 * aside for the next one, and `notes` says why. So is one that is lost later: the
 * texts that it had not answered are done on the next one.
 *
 * @param threads What it runs on; tests have threads that die, and devices that fail.
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` or `MODEL_CORRUPT` where a file is
 *   missing or not the one wanted, `EMBEDDING_FAILED` where no device will do,
 *   `INVALID_CONFIG` for an option that is not allowed.
 */
export async function openOnnxEmbedder(
  options: OnnxOptions,
  threads: Partial<Threads> = {},
): Promise<Embedder> {
  const plan = planOf(options);
  const all = { ...THREADS, ...threads };
  return new OnnxEmbedder(plan, all, await openFirstDevice(plan, plan.devices, all));
}

class OnnxEmbedder implements Embedder {
  readonly model: ModelIdentity;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly #plan: OnnxPlan;
  readonly #threads: Threads;
  #device: OpenDevice;
  #notes: readonly string[];
  #replacing: Promise<boolean> | null = null;
  #closed: BicameralError | null = null;

  constructor(plan: OnnxPlan, threads: Threads, { device, notes }: Opened) {
    this.model = identityOf(plan.model, plan.dtype);
    this.dimensions = plan.model.dimensions;
    this.maxTokens = plan.model.maxTokens;
    this.#plan = plan;
    this.#threads = threads;
    this.#device = device;
    this.#notes = notes;
  }

  get device(): Device {
    return this.#device.device;
  }

  get notes(): readonly string[] {
    return this.#notes;
  }

  countTokens(texts: readonly string[], signal?: AbortSignal): Promise<number[]> {
    return this.#onDevice((device) => device.countTokens(texts, signal), signal);
  }

  embedQueries(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#embed("query", texts, signal);
  }

  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#embed("document", texts, signal);
  }

  close(): Promise<void> {
    this.#closed ??= new BicameralError("STORE_CLOSED", "The embedder was closed.");
    return this.#device.close(this.#closed);
  }

  async #embed(
    method: EmbedOptions["method"],
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Float32Array[]> {
    const prompt = this.model.prompts[method];
    const vectors = new Map<number, Float32Array>();
    await this.#onDevice((device) => {
      const rest = [...texts.keys()].filter((index) => !vectors.has(index));
      return device.embed(rest.map((index) => prompt + texts[index]), {
        method,
        signal,
        answer: (at, vector) => vectors.set(rest[at]!, vector),
      });
    }, signal);
    return texts.map((_, index) => vectors.get(index)!);
  }

  /** Does the work, again on the next device where one is lost under it. */
  async #onDevice<T>(
    work: (device: OpenDevice) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    for (;;) {
      const device = this.#device;
      try {
        return await work(device);
      } catch (error) {
        rethrowIfOver(error, signal);
        if (!(await this.#replaced(device, error))) throw error;
      }
    }
  }

  /** Whether another device has taken the place of one under which work failed. */
  async #replaced(failed: OpenDevice, error: unknown): Promise<boolean> {
    if (this.#device !== failed) return true;
    this.#replacing ??= this.#replace(error).finally(() => this.#replacing = null);
    return await this.#replacing;
  }

  async #replace(error: unknown): Promise<boolean> {
    const lost = this.#device;
    const { devices } = this.#plan;
    const rest = devices.slice(devices.indexOf(lost.device) + 1);
    if (rest.length === 0) return false;
    // A text may be at fault. On a GPU that is not asked: it may have broken for a moment.
    if (!isGpu(lost.device) && await lost.works()) return false;
    const { device, notes } = await openFirstDevice(this.#plan, rest, this.#threads);
    if (this.#closed !== null) {
      await device.close(this.#closed);
      throw this.#closed;
    }
    const note = `${lost.device} was given up while it was in use: ${messageOf(error)}`;
    this.#device = device;
    this.#notes = [...this.#notes, note, ...notes];
    // One that hangs is not waited for.
    void lost.close(new BicameralError("EMBEDDING_FAILED", note));
    return true;
  }
}
