import { readFile } from "node:fs/promises";

/** PGlite's options for its WASM; none where its package is no folder of files: then it finds its own. */
export interface CompiledPglite {
  readonly pgliteWasmModule?: WebAssembly.Module;
}

let compiled: Promise<CompiledPglite> | null = null;

/** Compiles PGlite's WASM, once a process: threads share what comes of it. */
export function compilePglite(): Promise<CompiledPglite> {
  compiled ??= compile();
  return compiled;
}

async function compile(): Promise<CompiledPglite> {
  try {
    const url = new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"));
    return { pgliteWasmModule: await WebAssembly.compile(await readFile(url)) };
  } catch {
    return {};
  }
}
