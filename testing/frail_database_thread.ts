/**
 * The database's thread on a machine that fails when it is told to by a statement:
 *
 * - `-- full: PATTERN`: the disk is full for files whose path matches, until `-- room`;
 * - `-- die`: the thread ends.
 */
import fs from "node:fs";
import process from "node:process";
import { parentPort } from "node:worker_threads";
import "../backends/database/pglite_thread.ts";
import type { Call } from "../backends/thread/channel.ts";

let full: RegExp | null = null;
const paths = new Map<number, string>();

parentPort!.on("message", ({ payload }: Call) => {
  const { sql = "" } = (payload ?? {}) as { sql?: string };
  const [, pattern] = /^-- full: (.*)/.exec(sql) ?? [];
  if (pattern !== undefined) full = new RegExp(pattern);
  if (sql === "-- room") full = null;
  if (sql === "-- die") process.exit(3);
});

const { openSync, writeSync } = fs;
fs.openSync = (path, ...rest) => {
  const file = openSync(path, ...rest);
  paths.set(file, String(path));
  return file;
};
fs.writeSync = (file: number, ...rest: unknown[]) => {
  if (full?.test(paths.get(file) ?? "")) {
    throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  }
  return writeSync(file, ...rest as [NodeJS.ArrayBufferView]);
};
