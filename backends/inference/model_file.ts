import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ModelFile } from "../../src/embed/catalogue.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";

/**
 * Reads a model's file and checks it, so that what was checked is what is loaded.
 * Blocks its thread.
 *
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` where it can't be read,
 *   `MODEL_CORRUPT` where its bytes are not those wanted.
 */
export function readModelFile(folder: string, file: ModelFile): Uint8Array {
  const path = join(folder, file.path);
  const bytes = read(path);
  if (file.sha256 === undefined) return bytes;
  const found = createHash("sha256").update(bytes).digest("hex");
  if (found === file.sha256) return bytes;
  throw new BicameralError(
    "MODEL_CORRUPT",
    `Model file ${path} has SHA-256 ${found} (${bytes.length} bytes), ` +
      `wanted ${file.sha256}. ${REMEDY}`,
  );
}

const REMEDY =
  "Install the package, or fetch the checkout, again to get the file that belongs to it.";

function read(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new BicameralError(
      "MODEL_NOT_AVAILABLE",
      `Model file ${path} can't be read: ${messageOf(error)}. ${REMEDY}`,
      { cause: error },
    );
  }
}
