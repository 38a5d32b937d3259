import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkModelFile, readModelFile } from "./model_file.ts";

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

  test("checkModelFile() gives the path of a file that is the one, read in pieces", () => {
    const large = new Uint8Array(9_000_000).fill(7);
    const wanted = { ...file, sha256: createHash("sha256").update(large).digest("hex") };
    inFolder(large, (folder) => {
      expect(checkModelFile(folder, wanted)).toBe(join(folder, "model.onnx"));
      expect(() => checkModelFile(folder, file))
        .toThrow(expect.objectContaining({ code: "MODEL_CORRUPT" }));
    });
  });

  test("checkModelFile() takes a file whose hash nobody knows, and none that is missing", () => {
    inFolder(bytes, (folder) => {
      expect(checkModelFile(folder, { path: file.path })).toBe(join(folder, "model.onnx"));
      expect(() => checkModelFile(folder, { path: "other.onnx" }))
        .toThrow(expect.objectContaining({ code: "MODEL_NOT_AVAILABLE" }));
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
            `wanted ${sha256}. Get it again`,
        ),
      }));
    });
  });
});
