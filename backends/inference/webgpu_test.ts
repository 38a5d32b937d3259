import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { versions } from "node:process";
import { fileURLToPath } from "node:url";
import { cosine } from "../../src/embed/cosine.ts";
import type { ModelSpec } from "../../src/embed/model_spec.ts";
import { startChild } from "../../testing/child.ts";
import type { Embedded, EmbedTexts } from "../../testing/programs/embed_texts.ts";
import { readLines, SHARED } from "../../testing/references.ts";
import { makeStandIn } from "../../testing/stand_in_model.ts";
import { FULL, makeScratch } from "../../testing/stores.ts";
import { swiftShader } from "../../testing/swiftshader.ts";

const TIMEOUT_MS = 60_000;
const inDeno = versions.deno !== undefined;
const driver = swiftShader();
/** A real model takes ten seconds. */
const patient = FULL || "Bun" in globalThis;

const scratch = makeScratch();
afterAll(scratch.remove);

/** Of different lengths, so that a batch of them is padded. */
const TEXTS = [
  "The river rose again.",
  "Who is allergic to peanuts, and since when? ".repeat(3),
  "naïve café, 東京, Привет 🙂",
];

/** Embeds in a process of its own: a Vulkan driver is named before the process starts. */
async function embed(
  asked: EmbedTexts,
  env: Readonly<Record<string, string>>,
  permissions = ["--allow-all"],
): Promise<Embedded> {
  const args = [JSON.stringify(asked)];
  const { ended } = startChild("testing/programs/embed_texts", args, { env, permissions });
  const { code, lines, errors } = await ended;
  if (code !== 0) throw new Error(errors);
  return JSON.parse(lines.at(-1)!);
}

/** The cosine of the worst of `vectors` to its reference. */
function worst(
  vectors: readonly (readonly number[])[],
  wanted: readonly ArrayLike<number>[],
): number {
  expect(vectors.length).toBe(wanted.length);
  return Math.min(
    ...wanted.map((vector, i) => cosine(Float32Array.from(vectors[i]!), Float32Array.from(vector))),
  );
}

describe("openOnnxEmbedder(), webgpu on SwiftShader", () => {
  const spec: ModelSpec = { model: scratch.path(), revision: "1", pooling: "cls" };
  let byCpu: Embedded["vectors"];
  beforeAll(async () => {
    if (driver === null) return;
    makeStandIn(spec.model);
    byCpu = (await embed({ spec, devices: ["cpu"], texts: TEXTS }, {})).vectors;
  }, TIMEOUT_MS);

  test.skipIf(driver === null)(
    "openOnnxEmbedder() gives the CPU's vectors on WebGPU (needs Debian's chromium, libvulkan1)",
    async () => {
      const { device, notes, vectors } = await embed(
        { spec, devices: ["webgpu"], texts: TEXTS },
        driver!,
      );
      expect({ device, notes }).toEqual({ device: "webgpu", notes: [] });
      expect(worst(vectors, byCpu)).toBeGreaterThan(0.99999);
    },
    TIMEOUT_MS,
  );

  test.skipIf(driver === null || !inDeno)(
    "openOnnxEmbedder() runs on Deno's WebGPU where the addon is not allowed (needs Deno, and Debian's chromium)",
    async () => {
      const { device, vectors } = await embed(
        { spec, devices: ["webgpu"], texts: TEXTS },
        driver!,
        ["--allow-read", "--allow-env"],
      );
      expect(device).toBe("webgpu");
      expect(worst(vectors, byCpu)).toBeGreaterThan(0.99999);
    },
    TIMEOUT_MS,
  );

  test.skipIf(driver === null || !inDeno)(
    "openOnnxEmbedder() leaves software that stands for a GPU alone unless it was named (needs Deno, and Debian's chromium)",
    async () => {
      // Without leave to read that variable the name does not reach it.
      const { device, notes } = await embed(
        { spec, devices: ["webgpu", "wasm"], texts: TEXTS },
        driver!,
        ["--allow-read", "--allow-env=HOME"],
      );
      expect(device).toBe("wasm");
      expect(notes).toEqual([
        expect.stringMatching(/^webgpu is not in use: .* only software .*SwiftShader/),
      ]);
    },
    TIMEOUT_MS,
  );

  const models = [
    ["all-MiniLM-L6-v2", "mean", "vectors_minilm.jsonl", "fp32", 0.9999],
    ["bge-small-as-1024", "cls", "vectors_standin_1024.jsonl", "document", 0.999],
  ] as const;
  for (const [model, pooling, file, column, least] of models) {
    test.skipIf(!(driver && SHARED && patient))(
      `openOnnxEmbedder() gives the reference vectors of ${model} on WebGPU (needs ../shared and Debian's chromium; in Bun, or with --full)`,
      async () => {
        const path = fileURLToPath(new URL(`models/${model}`, SHARED!));
        const rows = readLines<{ text: string } & Record<typeof column, number[]>>(
          new URL(`models/references/${file}`, SHARED!),
        ).filter(({ text }) => text.length < 100).slice(0, 2);
        const { device, vectors } = await embed(
          {
            spec: { model: path, revision: "1", pooling, dtype: "fp32" },
            devices: ["webgpu"],
            texts: rows.map(({ text }) => text),
          },
          driver!,
        );
        expect(device).toBe("webgpu");
        expect(worst(vectors, rows.map((row) => row[column]))).toBeGreaterThan(least);
      },
      TIMEOUT_MS,
    );
  }
});
