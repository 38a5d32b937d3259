import { bertSession, type Session } from "./session.ts";

/**
 * A session of onnxruntime's WASM build on one thread. It blocks its thread while it
 * loads and while it runs.
 *
 * @param weights The bytes of an ONNX file.
 * @param wasm The bytes of onnxruntime's own WASM file.
 */
export async function openWasmSession(weights: Uint8Array, wasm: Uint8Array): Promise<Session> {
  hideOpaqueLocation();
  const ort = await import("onnxruntime-web/wasm");
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = wasm;
  const session = await ort.InferenceSession.create(weights, {
    executionProviders: ["wasm"],
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
