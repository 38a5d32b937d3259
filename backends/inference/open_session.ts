import { readFileSync } from "node:fs";
import type { ModelFile } from "../../src/embed/catalogue.ts";
import type { Device } from "../../src/embed/embedder.ts";
import { ortWasm } from "../../wasm/ort.ts";
import { checkGpuFiles } from "./gpu_files.ts";
import { checkModelFile, readModelFile } from "./model_file.ts";
import { loadAddon, openNativeSession } from "./ort_node.ts";
import { openWebSession } from "./ort_web.ts";
import { checkAdapter, runtimeGpu } from "./runtime_gpu.ts";
import type { Session } from "./session.ts";

/** Which model is to be loaded, and where to. */
export interface SessionSetup {
  readonly device: Device;
  readonly folder: string;
  readonly weights: ModelFile;
  /** Whether the weights are too large to be in memory twice. */
  readonly large: boolean;
  /** Threads that one run may use on the CPU. */
  readonly threads: number;
}

/**
 * Loads a model on a device, once its weights are those wanted.
 *
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE`, `MODEL_CORRUPT`; or the device's own error.
 */
export async function openSession(setup: SessionSetup): Promise<Session> {
  const { device, folder, weights, large, threads } = setup;
  const gpu = device === "webgpu" ? runtimeGpu() : null;
  // In Deno, where the addon is not allowed.
  const isRuntimes = gpu !== null && !(await hasAddon());
  if (isRuntimes) await checkAdapter(gpu);
  if (device === "wasm" || device === "webgpu" && isRuntimes) {
    const bytes = readModelFile(folder, weights);
    return await openWebSession(device, bytes, readFileSync(ortWasm(device)));
  }
  if (device !== "cpu") checkGpuFiles();
  const checked = large ? checkModelFile(folder, weights) : readModelFile(folder, weights);
  return await openNativeSession(checked, device, threads);
}

function hasAddon(): Promise<boolean> {
  return loadAddon().then(() => true, () => false);
}
