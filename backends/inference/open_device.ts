import { dtypeClass } from "../../src/embed/catalogue.ts";
import type { Device } from "../../src/embed/embedder.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";
import { type Canary, embedInBatches, type EmbedOptions } from "./embed_in_batches.ts";
import { Late, type Limits, within } from "./limits.ts";
import type { OnnxPlan } from "./onnx_options.ts";
import { Pool } from "./pool.ts";
import { DeviceCheck } from "./device_check.ts";
import type { Ids } from "./session.ts";
import { CHARACTERS_AT_ONCE, slicesOf } from "./slices.ts";
import { TokenBudget } from "./token_budget.ts";

/** What runs the threads of a device. */
export interface Threads {
  /** Their module, without its ending. */
  readonly module: URL;
  readonly limits: Limits;
}

/** How long a device took to be ready, in milliseconds. */
export interface ReadyTimes {
  readonly loadMs: number;
  readonly selfTestMs: number;
}

/** A model on a device that has given the right numbers. */
export class OpenDevice {
  readonly device: Device;
  readonly times: ReadyTimes;
  readonly #pool: Pool;
  readonly #check: DeviceCheck;
  readonly #canary: Canary | null;
  readonly #budget = new TokenBudget();

  /** Use {@linkcode openDevice}. */
  constructor(
    device: Device,
    times: ReadyTimes,
    pool: Pool,
    check: DeviceCheck,
    canary: Canary | null,
  ) {
    this.device = device;
    this.times = times;
    this.#pool = pool;
    this.#check = check;
    this.#canary = canary;
  }

  /**
   * Vectors of texts, told one by one, so that what was answered is kept when the rest fails.
   *
   * @throws {BicameralError} As {@linkcode Pool.run}, or where the device gives wrong numbers.
   */
  async embed(texts: readonly string[], options: EmbedOptions): Promise<void> {
    if (isGpu(this.device)) {
      const runner = { pool: this.#pool, budget: this.#budget, canary: this.#canary };
      return await embedInBatches(runner, texts, options);
    }
    const { method, signal, answer } = options;
    await this.#pool.run(method, texts.map((text) => [text]), {
      urgent: method === "query",
      signal,
      onAnswer: (index, vectors) => answer(index, (vectors as Float32Array[])[0]!),
    });
  }

  /** Word pieces of each text, special tokens not counted. */
  async countTokens(texts: readonly string[], signal?: AbortSignal): Promise<number[]> {
    const slices = slicesOf(texts, CHARACTERS_AT_ONCE);
    return (await this.#pool.run<number[]>("count", slices, { urgent: true, signal })).flat();
  }

  /** Whether it still gives the right numbers. */
  async works(): Promise<boolean> {
    try {
      this.#check.check(await runSingly(this.#pool, this.#check.texts));
      return true;
    } catch {
      return false;
    }
  }

  /** Frees the model; what still runs rejects with the reason. */
  close(reason: BicameralError): Promise<void> {
    return this.#pool.close(reason);
  }
}

/** Whether a device computes batches rather than one text at a time. */
export function isGpu(device: Device): boolean {
  return device === "cuda" || device === "webgpu";
}

/**
 * Loads a model on a device and tests it there.
 *
 * @throws {Error} Why the device can't be used: its own error, a limit, or what was wrong with its numbers.
 */
export async function openDevice(
  plan: OnnxPlan,
  device: Device,
  threads: Threads,
): Promise<OpenDevice> {
  const gpu = isGpu(device);
  const start = performance.now();
  const setup = { ...plan.setup, device };
  const pool = await Pool.open({ ...threads, setup, size: gpu ? 1 : plan.workers });
  const loadMs = performance.now() - start;
  try {
    const check = new DeviceCheck(plan);
    const reference = gpu && check.blind ? await onCpu(plan, check, threads) : undefined;
    // Weights in int8 are quantised over the whole run.
    const batches = gpu && dtypeClass(plan.dtype) === "float";
    const begun = performance.now();
    const running = (batches ? runTogether : runSingly)(pool, check.texts);
    const vectors = await within(threads.limits.loadMs, running, "The self-test");
    check.check(vectors, reference);
    const times = { loadMs, selfTestMs: performance.now() - begun };
    const canary = batches ? await canaryOf(pool, check.texts[0]!, vectors[0]!) : null;
    return new OpenDevice(device, times, pool, check, canary);
  } catch (error) {
    const reason = new BicameralError("EMBEDDING_FAILED", messageOf(error), { cause: error });
    const closing = pool.close(reason);
    // One that hangs is not waited for once more.
    if (!(error instanceof Late)) await closing;
    throw error;
  }
}

async function canaryOf(pool: Pool, text: string, vector: Float32Array): Promise<Canary> {
  const [encoded] = await pool.run<Ids[]>("documentIds", [[text]], { urgent: false });
  return { ids: encoded![0]!, vector };
}

/** What the CPU gives for the self-test's texts, by the same weights. */
async function onCpu(
  plan: OnnxPlan,
  { texts }: DeviceCheck,
  threads: Threads,
): Promise<Float32Array[]> {
  const { device } = await openFirstDevice(plan, ["cpu", "wasm"], threads);
  const vectors: Float32Array[] = [];
  await device.embed(texts, {
    method: "document",
    answer: (index, vector) => vectors[index] = vector,
  });
  await device.close(new BicameralError("EMBEDDING_FAILED", "The reference was made."));
  return vectors;
}

async function runSingly(pool: Pool, texts: readonly string[]): Promise<Float32Array[]> {
  const payloads = texts.map((text) => [text]);
  return (await pool.run<Float32Array[]>("document", payloads, { urgent: false })).flat();
}

async function runTogether(pool: Pool, texts: readonly string[]): Promise<Float32Array[]> {
  return (await pool.run<Float32Array[]>("document", [texts], { urgent: false })).flat();
}

/** A device that is in use, and why those before it are not. */
export interface Opened {
  readonly device: OpenDevice;
  readonly notes: readonly string[];
}

/**
 * Loads a model on the first device that gives the right numbers.
 *
 * @param devices To be tried in this order.
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` or `MODEL_CORRUPT` where a file is missing or
 *   not the one wanted, `EMBEDDING_FAILED` with all reasons where no device will do.
 */
export async function openFirstDevice(
  plan: OnnxPlan,
  devices: readonly Device[],
  threads: Threads,
): Promise<Opened> {
  const notes: string[] = [];
  for (const device of devices) {
    try {
      return { device: await openDevice(plan, device, threads), notes };
    } catch (error) {
      if (error instanceof BicameralError && error.code !== "EMBEDDING_FAILED") throw error;
      notes.push(`${device} is not in use: ${messageOf(error)}`);
    }
  }
  const reasons = notes.join(" ");
  throw new BicameralError("EMBEDDING_FAILED", `${plan.model.id} can't run. ${reasons}`);
}
