import type { WebDevice } from "../../wasm/ort.ts";
import { bertSession, type Session } from "./session.ts";

/** The builds of onnxruntime-web by what they run on. */
const BUILDS = {
  wasm: () => import("onnxruntime-web/wasm"),
  webgpu: () => import("onnxruntime-web/webgpu"),
};

/**
 * A session of onnxruntime's WASM build: on the CPU on one thread, which it blocks while
 * it loads and runs, or on the runtime's own WebGPU.
 *
 * @param weights The bytes of an ONNX file.
 * @param wasm The bytes of onnxruntime's own WASM file for the device.
 */
export async function openWebSession(
  device: WebDevice,
  weights: Uint8Array,
  wasm: Uint8Array,
): Promise<Session> {
  hideOpaqueLocation();
  const ort = await BUILDS[device]();
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = wasm;
  const session = await ort.InferenceSession.create(weights, {
    executionProviders: [device],
    logSeverityLevel: 3,
  });
  return bertSession(ort, session);
}

/**
 * As it loads, the package resolves its URL against `location.origin`, which in a
 * worker of Deno's is the word "null" and makes it throw.
 */
function hideOpaqueLocation(): void {
  if (globalThis.location?.origin === "null") Reflect.deleteProperty(globalThis, "location");
}
