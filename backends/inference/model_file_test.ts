import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readModelFile } from "./model_file.ts";

const bytes = new TextEncoder().encode("weights");
const sha256 = createHash("sha256").update(bytes).digest("hex");
const file = { path: "model.onnx", bytes: bytes.length, sha256 };

function inFolder(contents: Uint8Array | null, body: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "bicameral-model-"));
  try {
    if (contents !== null) writeFileSync(join(folder, file.path), contents);
    body(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("readModelFile", () => {
  test("readModelFile() gives the bytes that were wanted", () => {
    inFolder(bytes, (folder) => {
      expect(new Uint8Array(readModelFile(folder, file))).toEqual(bytes);
    });
  });

  test("readModelFile() names a file that is missing", () => {
    inFolder(null, (folder) => {
      expect(() => readModelFile(folder, file)).toThrow(expect.objectContaining({
        code: "MODEL_NOT_AVAILABLE",
        message: expect.stringContaining(join(folder, "model.onnx")),
      }));
    });
  });

  test("readModelFile() says what was found and wanted of a file that is not the one", () => {
    const other = bytes.with(0, 0);
    const found = createHash("sha256").update(other).digest("hex");
    inFolder(other, (folder) => {
      expect(() => readModelFile(folder, file)).toThrow(expect.objectContaining({
        code: "MODEL_CORRUPT",
        message: expect.stringContaining(
          `Model file ${join(folder, "model.onnx")} has SHA-256 ${found} (7 bytes), ` +
            `wanted ${sha256}. Install`,
        ),
      }));
    });
  });
});
