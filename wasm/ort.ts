/** What onnxruntime-web runs models on. */
export type WebDevice = "wasm" | "webgpu";

/** Its WASM files; both are SIMD, for one thread or many. */
const FILES: Readonly<Record<WebDevice, string>> = {
  wasm: "ort-wasm-simd-threaded.wasm",
  // Waits for the GPU by rewinding its stack, which every runtime's WASM can.
  webgpu: "ort-wasm-simd-threaded.asyncify.wasm",
};

/**
 * Where the WASM file of onnxruntime-web lies. Resolved as a module, so that it is
 * found in a checkout, in a package's own `node_modules` and in a hoisted one.
 */
export function ortWasm(device: WebDevice): URL {
  return new URL(import.meta.resolve(`onnxruntime-web/${FILES[device]}`));
}
