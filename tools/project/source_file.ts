import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles, root } from "./files.ts";
import { findImports, type Import } from "./imports.ts";
import { mask } from "./mask.ts";

/** A file of the project as the rules see it. */
export interface SourceFile {
  /** Relative to the root, with slashes: `src/fusion/rrf.ts`. */
  readonly path: string;
  readonly text: string;
  /** The text without comments and without what is inside literals; offsets as in `text`. */
  readonly code: string;
  /** The comments alone; offsets as in `text`. */
  readonly comments: string;
  readonly imports: readonly Import[];
}

/** Makes a file of the project; only TypeScript and JavaScript have code, comments and imports. */
export function sourceFile(path: string, text: string): SourceFile {
  if (!/\.m?[jt]s$/.test(path)) return { path, text, code: "", comments: "", imports: [] };
  const { code, comments } = mask(text);
  return { path, text, code, comments, imports: findImports(text, code) };
}

/** Ends of the names of files that are no text, or not written here. */
const FOREIGN = /^models\/|\.(?:onnx|wasm|png|jpg|ico|gz|tar|bin|f32)$/;

/** Reads all text files of the project that were written here. */
export function readProject(): SourceFile[] {
  return listFiles().filter((path) => !FOREIGN.test(path))
    .map((path) => sourceFile(path, readFileSync(join(root, path), "utf8")));
}

/** Whether it is a test, a contract that tests call, or what they need: no part of the package. */
export function isTest(path: string): boolean {
  return /_(?:test|contract)\.ts$|^testing\/|\/fixtures\//.test(path);
}
