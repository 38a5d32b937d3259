import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ModelFile } from "../../src/embed/catalogue.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";

const REMEDY =
  "Get it again: what comes with the package by installing that, what was downloaded by: bicameral models pull";

/** Bytes of a file that are hashed at one go. */
const CHUNK_BYTES = 4_000_000;

/**
 * Reads a model's file and checks it, so that what was checked is what is loaded.
 * Blocks its thread.
 *
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` where it can't be read,
 *   `MODEL_CORRUPT` where its bytes are not those wanted.
 */
export function readModelFile(folder: string, file: ModelFile): Uint8Array {
  const path = join(folder, file.path);
  const bytes = readable(path, () => readFileSync(path));
  if (file.sha256 !== undefined) {
    check(path, bytes.length, createHash("sha256").update(bytes).digest("hex"), file.sha256);
  }
  return bytes;
}

/**
 * Checks a file that is too large to be held in memory besides what is made of it.
 * Blocks its thread.
 *
 * @returns Its path.
 * @throws {BicameralError} As {@linkcode readModelFile}.
 */
export function checkModelFile(folder: string, file: ModelFile): string {
  const path = join(folder, file.path);
  const bytes = sizeOfModelFile(folder, file);
  if (file.sha256 !== undefined) {
    check(path, bytes, readable(path, () => hashOf(path)), file.sha256);
  }
  return path;
}

/**
 * Bytes of a model's file.
 *
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` where it can't be found.
 */
export function sizeOfModelFile(folder: string, file: ModelFile): number {
  const path = join(folder, file.path);
  return readable(path, () => statSync(path).size);
}

function hashOf(path: string): string {
  const hash = createHash("sha256");
  const chunk = new Uint8Array(CHUNK_BYTES);
  const file = openSync(path, "r");
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
  return hash.digest("hex");
}

function check(path: string, bytes: number, found: string, wanted: string): void {
  if (found === wanted) return;
  throw new BicameralError(
    "MODEL_CORRUPT",
    `Model file ${path} has SHA-256 ${found} (${bytes} bytes), wanted ${wanted}. ${REMEDY}`,
  );
}

function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BicameralError(
      "MODEL_NOT_AVAILABLE",
      `Model file ${path} can't be read: ${messageOf(error)}. ${REMEDY}`,
      { cause: error },
    );
  }
}
