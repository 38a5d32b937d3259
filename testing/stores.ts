import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { userDirectories } from "../backends/files/paths.ts";

/** Where the template of a checkout is kept, for all tests and their child processes. */
export const CACHE: string = env["BICAMERAL_CACHE"] || userDirectories(env).cacheDir;

/** Run the long forms of tests. */
export const FULL: boolean = env["BICAMERAL_TEST"] === "full";

/** Directories of a test file's own, gone at its end: `afterAll(scratch.remove)`. */
export interface Scratch {
  /** A path in it at which there is nothing yet. */
  path(): string;
  readonly remove: () => void;
}

/** Makes a place for directories. */
export function makeScratch(): Scratch {
  const root = mkdtempSync(join(tmpdir(), "bicameral-test-"));
  let count = 0;
  return {
    path: () => join(root, String(++count)),
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
