import { describe, expect, test } from "bun:test";
import { execFile } from "node:child_process";
import { execPath, versions } from "node:process";
import { fileURLToPath } from "node:url";

const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
const program = fileURLToPath(
  new URL(`../../testing/programs/embed_and_end${ending}`, import.meta.url),
);
const inDeno = versions.deno !== undefined;

/** A process that is to end by itself is given this long. */
const TIMEOUT_MS = 20_000;

/** What the program writes, run by this runtime; rejects where it fails or does not end. */
function run(args: readonly string[], permissions: readonly string[] = ["-A"]): Promise<unknown> {
  const deno = inDeno ? ["run", "--no-check", "--no-prompt", ...permissions] : [];
  return new Promise((resolve, reject) => {
    const command = [...deno, program, ...args];
    execFile(execPath, command, { timeout: TIMEOUT_MS }, (error, output, errors) => {
      if (error === null) resolve(JSON.parse(output));
      else reject(new Error(`${error.message}\n${output}${errors}`));
    });
  });
}

describe("openOnnxEmbedder", () => {
  for (const device of ["cpu", "wasm"]) {
    test(
      `openOnnxEmbedder() lets the process end: closed, forgotten, or busy (${device})`,
      async () => {
        expect(
          await Promise.all([
            run(["close", device]),
            run(["forget", device]),
            run(["busy", device]),
          ]),
        ).toEqual([
          { outcome: "vectors", device, notes: [] },
          { outcome: "vectors", device, notes: [] },
          { outcome: "STORE_CLOSED", device, notes: [] },
        ]);
      },
      TIMEOUT_MS,
    );
  }

  test("openOnnxEmbedder() lets process.exit() end the process while a model runs", async () => {
    for (let round = 0; round < 3; round++) {
      expect(await Promise.all([run(["exit"]), run(["exit"])])).toEqual([
        { outcome: "left", device: "cpu", notes: [] },
        { outcome: "left", device: "cpu", notes: [] },
      ]);
    }
  }, TIMEOUT_MS);

  test.skipIf(!inDeno)(
    "openOnnxEmbedder() takes WASM where native code is not allowed (needs Deno)",
    async () => {
      expect(await run(["close"], ["--allow-read"])).toEqual({
        outcome: "vectors",
        device: "wasm",
        notes: [expect.stringMatching(/^cpu is not in use: .*--allow-ffi/)],
      });
    },
    TIMEOUT_MS,
  );

  test.skipIf(!inDeno)(
    "openOnnxEmbedder() needs no leave but to read and to call native code (needs Deno)",
    async () => {
      expect(await run(["close"], ["--allow-read", "--allow-ffi"]))
        .toEqual({ outcome: "vectors", device: "cpu", notes: [] });
    },
    TIMEOUT_MS,
  );
});
