/**
 * Where the WASM file of onnxruntime-web lies: single- and multi-threaded SIMD for
 * the CPU, without the GPU providers. Resolved as a module, so that it is found in
 * a checkout, in a package's own `node_modules` and in a hoisted one.
 */
export function ortWasm(): URL {
  return new URL(import.meta.resolve("onnxruntime-web/ort-wasm-simd-threaded.wasm"));
}
