import { readFileSync } from "node:fs";
import type { ModelFile } from "../../src/embed/catalogue.ts";
import type { Device } from "../../src/embed/embedder.ts";
import { ortWasm } from "../../wasm/ort.ts";
import { checkModelFile, readModelFile } from "./model_file.ts";
import { openNativeSession } from "./ort_node.ts";
import { openWasmSession } from "./ort_web.ts";
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
  if (device === "wasm") {
    return await openWasmSession(readModelFile(folder, weights), readFileSync(ortWasm()));
  }
  const checked = large ? checkModelFile(folder, weights) : readModelFile(folder, weights);
  return await openNativeSession(checked, device, threads);
}
