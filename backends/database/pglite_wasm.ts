import { readFile } from "node:fs/promises";

/**
 * PGlite's WASM, compiled beside what else an opening does; PGlite itself begins
 * when all of that is done. Nothing where the package is no folder of files: then
 * PGlite finds its own.
 */
export async function compilePglite(): Promise<{ pgliteWasmModule?: WebAssembly.Module }> {
  try {
    const url = new URL("pglite.wasm", import.meta.resolve("@electric-sql/pglite"));
    return { pgliteWasmModule: await WebAssembly.compile(await readFile(url)) };
  } catch {
    return {};
  }
}
