import { describe, expect, test } from "bun:test";
import { cpSync, mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Golden } from "../../src/embed/golden.ts";
import { type KnownModel, MINILM } from "../../src/embed/catalogue.ts";
import { embedderContract } from "../../src/embed/embedder_contract.ts";
import { checkGolden } from "../../src/embed/golden_check.ts";
import { bundledModelFolder } from "../models/bundled.ts";
import { type OnnxOptions, openOnnxEmbedder } from "./onnx_embedder.ts";

const folder = bundledModelFolder();

/** WASM takes seconds to warm up where the cores are busy. */
const TIMEOUT_MS = 30_000;

for (const device of ["cpu", "wasm"] as const) {
  embedderContract(
    `openOnnxEmbedder(), ${device}`,
    () => openOnnxEmbedder({ folder, devices: [device], threads: 2 }),
  );
}

/** MiniLM, but its record says that some text has the vector of another. */
function withFalseRecord(): KnownModel {
  const [first, second] = MINILM.golden.int8!;
  return { ...MINILM, golden: { int8: [first!, { ...second!, record: first!.record }] } };
}

function goldenVector(text: string, vector: Float32Array): Golden {
  return { text, as: "document", source: "this test", record: { vector, least: 0.9999 } };
}

/** What opening throws for a copy of the model with one file changed. */
async function openChanged(change: (file: string) => void, path: string): Promise<unknown> {
  const copy = mkdtempSync(join(tmpdir(), "bicameral-model-"));
  try {
    cpSync(folder, copy, { recursive: true });
    change(join(copy, path));
    return await openOnnxEmbedder({ folder: copy }).catch((error) => error);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

describe("openOnnxEmbedder", () => {
  test("openOnnxEmbedder() opens MiniLM in int8 on the CPU, with no remarks", async () => {
    const embedder = await openOnnxEmbedder({ folder });
    expect(embedder).toMatchObject({ device: "cpu", notes: [], maxTokens: 256, dimensions: 384 });
    expect(embedder.model).toEqual({
      id: "sentence-transformers/all-MiniLM-L6-v2",
      revision: MINILM.revision,
      dtype: "int8",
      pooling: "mean",
      prompts: { query: "", document: "" },
      dimensions: 384,
    });
    await embedder.close();
  });

  test("openOnnxEmbedder() writes the prompts before queries and documents", async () => {
    const prompts = { query: "find: ", document: "note: " };
    const model = { ...MINILM, prompts, golden: {} };
    const [plain, prompted] = await Promise.all([
      openOnnxEmbedder({ folder }),
      openOnnxEmbedder({ folder, model }),
    ]);
    expect(await prompted.embedQueries(["a river"]))
      .toEqual(await plain.embedQueries(["find: a river"]));
    expect(await prompted.embedDocuments(["a river"]))
      .toEqual(await plain.embedQueries(["note: a river"]));
    await Promise.all([plain.close(), prompted.close()]);
  });

  test(
    "openOnnxEmbedder() uses no device that misses the golden vectors, and says so",
    async () => {
      const error = await openOnnxEmbedder({ folder, model: withFalseRecord() }).catch((e) => e);
      expect(error).toMatchObject({ code: "EMBEDDING_FAILED" });
      expect(error.message).toMatch(/cpu is not in use: Self-test text 2 of 2 .* wasm is/);
    },
    TIMEOUT_MS,
  );

  test("openOnnxEmbedder() goes on to the next device when one misses, with a note", async () => {
    // Texts for which the two runtimes' int8 kernels round differently: held to the precision
    // of floats, what one gives is a miss for the other.
    const texts = ["a".repeat(99), "$%^&*()_+-=[]{}|;':\",./<>?", "Привет, меня зовут Оля."];
    const wasm = await openOnnxEmbedder({ folder, devices: ["wasm"] });
    const vectors = await wasm.embedDocuments(texts);
    await wasm.close();
    const model: KnownModel = {
      ...MINILM,
      weights: { fp32: MINILM.weights.int8! },
      golden: { float: texts.map((text, i) => goldenVector(text, vectors[i]!)) },
    };
    const embedder = await openOnnxEmbedder({ folder, model, dtype: "fp32" });
    expect(embedder.device).toBe("wasm");
    expect(embedder.notes).toEqual([
      expect.stringMatching(/^cpu is not in use: Self-test text \d of 3 came out/),
    ]);
    await embedder.close();
  }, TIMEOUT_MS);

  test("openOnnxEmbedder() names a file that is missing, and one that is not the one", async () => {
    for (const path of [MINILM.tokenizer.path, MINILM.weights.int8!.path]) {
      const missing = await openChanged(rmSync, path);
      expect(missing).toMatchObject({
        code: "MODEL_NOT_AVAILABLE",
        message: expect.stringContaining(path),
      });
      const cut = await openChanged((file) => truncateSync(file, 1000), path);
      expect(cut).toMatchObject({
        code: "MODEL_CORRUPT",
        message: expect.stringMatching(/ has SHA-256 \w{64} \(1000 bytes\), wanted \w{64}\. /),
      });
    }
  });

  test("openOnnxEmbedder() refuses options that are not allowed", async () => {
    const wrong: [OnnxOptions, string][] = [
      [{ folder, threads: 0 }, "threads is 0"],
      [{ folder, threads: 1.5 }, "threads is 1.5"],
      [{ folder, devices: ["gpu" as "cpu"] }, "devices is [gpu]"],
      [{ folder, dtype: "fp16" }, "dtype is fp16"],
    ];
    for (const [options, message] of wrong) {
      await expect(openOnnxEmbedder(options)).rejects.toMatchObject({
        code: "INVALID_CONFIG",
        message: expect.stringContaining(message),
      });
    }
  });

  test("openOnnxEmbedder() runs a large model once, on all threads", async () => {
    const weights = { ...MINILM.weights.int8!, bytes: 300_000_000 };
    const embedder = await openOnnxEmbedder({
      folder,
      model: { ...MINILM, weights: { int8: weights } },
      threads: 2,
    });
    const vectors = await embedder.embedDocuments(MINILM.golden.int8!.map(({ text }) => text));
    checkGolden(MINILM.golden.int8!, vectors);
    await embedder.close();
  });

  test("openOnnxEmbedder() replaces a worker that dies and loses no text", async () => {
    const mortal = new URL("../../testing/mortal_ort_thread", import.meta.url);
    const texts = Array.from({ length: 120 }, (_, i) => `The river rose by ${i} centimetres.`);
    const [steady, frail] = await Promise.all([
      openOnnxEmbedder({ folder, threads: 2 }),
      openOnnxEmbedder({ folder, threads: 2 }, { module: mortal }),
    ]);
    expect(await frail.embedDocuments(texts)).toEqual(await steady.embedDocuments(texts));
    await Promise.all([steady.close(), frail.close()]);
  }, TIMEOUT_MS);

  test(
    "openOnnxEmbedder() leaves the caller's thread free while 1,000 texts are embedded",
    async () => {
      const embedder = await openOnnxEmbedder({ folder });
      const texts = Array.from({ length: 1000 }, (_, i) => `The river rose by ${i} centimetres.`);
      const lags: number[] = [];
      let last = performance.now();
      const timer = setInterval(() => {
        const now = performance.now();
        lags.push(now - last);
        last = now;
      }, 1);
      const vectors = await embedder.embedDocuments(texts);
      clearInterval(timer);
      const alone = await embedder.embedDocuments([texts[500]!]);
      expect(alone[0]).toEqual(vectors[500]!);
      expect(lags.sort((a, b) => a - b)[Math.floor(0.99 * lags.length)]).toBeLessThan(50);
      await embedder.close();
    },
    30_000,
  );
});
