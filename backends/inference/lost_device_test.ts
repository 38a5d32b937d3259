import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Dtype, type KnownModel, MINILM } from "../../src/embed/catalogue.ts";
import type { Device, Embedder } from "../../src/embed/embedder.ts";
import { embedderContract } from "../../src/embed/embedder_contract.ts";
import { cosine } from "../../src/embed/cosine.ts";
import { FLAWED, FLOAT, makeFlawedFolder } from "../../testing/flawed_folder.ts";
import type { Flaw } from "../../testing/flawed_ort_thread.ts";
import { SHARED } from "../../testing/references.ts";
import { makeScratch } from "../../testing/stores.ts";
import { bundledModelFolder } from "../models/bundled.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { openOnnxEmbedder } from "./onnx_embedder.ts";

const TIMEOUT_MS = 30_000;
const scratch = makeScratch();
afterAll(scratch.remove);

const DEVICES: readonly Device[] = ["webgpu", "cpu"];

/** Of different lengths, so that batches of like length have another order than the texts. */
const TEXTS = Array.from(
  { length: 60 },
  (_, i) => `${"The river rose again. ".repeat(i * 7 % 5)}It was ${i} centimetres.`,
);

interface Machine {
  readonly embedder: Embedder;
  /** Texts that were run on a device until now; those of its tests and canaries included. */
  rows(device: Device): number;
}

/** A machine whose `webgpu` has a flaw. */
async function open(
  flaw: Partial<Flaw>,
  { limits = LIMITS, model = FLOAT, dtype = "fp32", from }: {
    limits?: Limits;
    model?: KnownModel;
    dtype?: Dtype;
    from?: string;
  } = {},
): Promise<Machine> {
  const folder = scratch.path();
  makeFlawedFolder(folder, flaw, from);
  writeFileSync(join(folder, "runs.log"), "");
  const options = { folder, model, dtype, devices: DEVICES, threads: 2 } as const;
  const embedder = await openOnnxEmbedder(options, { module: FLAWED, limits });
  return {
    embedder,
    rows: (device) =>
      readFileSync(join(folder, "runs.log"), "utf8").trim().split("\n")
        .map((line) => line.split(" "))
        .reduce((sum, [name, rows]) => name === device ? sum + Number(rows) : sum, 0),
  };
}

let reference: Embedder;
beforeAll(async () => {
  const options = {
    folder: bundledModelFolder(),
    model: FLOAT,
    dtype: "fp32",
    threads: 2,
  } as const;
  reference = await openOnnxEmbedder(options);
});
afterAll(() => reference.close());

/** What the CPU gives for the texts. */
async function wanted(texts: readonly string[]): Promise<Float32Array[]> {
  return await reference.embedDocuments(texts);
}

embedderContract("openOnnxEmbedder(), batches", async () => (await open({})).embedder, 1000);

describe("openOnnxEmbedder", () => {
  test("openOnnxEmbedder() runs texts in batches on a GPU, and nothing on the CPU", async () => {
    const { embedder, rows } = await open({});
    const reference = rows("cpu");
    expect(embedder).toMatchObject({ device: "webgpu", notes: [] });
    expect(await embedder.embedDocuments(TEXTS)).toEqual(await wanted(TEXTS));
    expect(rows("cpu")).toBe(reference);
    await embedder.close();
  }, TIMEOUT_MS);

  const atLoad: [Flaw["kind"], number, RegExp][] = [
    ["noAdapter", -1, /No supported adapters$/],
    ["hangs", -1, /Loading the model took longer than 1 s$/],
    ["dies", -1, /ended with code 3$/],
    ["hangs", 0, /The self-test took longer than 1 s$/],
    ["wrong", 0, /Self-test text 1 of 3 came out at a cosine of 0\.\d+/],
    ["nan", 0, /vector of length NaN/],
  ];
  for (const [kind, after, reason] of atLoad) {
    const when = after < 0 ? "at load" : "in its self-test";
    test(`openOnnxEmbedder() takes the next device where one ${kind} ${when}`, async () => {
      const { embedder } = await open({ kind, after }, { limits: { ...LIMITS, loadMs: 1000 } });
      expect(embedder.device).toBe("cpu");
      expect(embedder.notes).toEqual([expect.stringMatching(/^webgpu is not in use: /)]);
      expect(embedder.notes[0]).toMatch(reason);
      expect(await embedder.embedDocuments(TEXTS)).toEqual(await wanted(TEXTS));
      await embedder.close();
    }, TIMEOUT_MS);
  }

  const inUse: [Flaw["kind"], RegExp][] = [
    ["lost", /WebGPU device lost/],
    [
      "wrong",
      /A known text came out at a cosine of 0\.\d+ to its own vector, wanted at least 0.999/,
    ],
    ["nan", /vector of length NaN/],
    ["dies", /3 threads ended under one run/],
    ["hangs", /A run took longer than 2 s/],
  ];
  for (const [kind, reason] of inUse) {
    test(`openOnnxEmbedder() does what is left on the next device when one ${kind}`, async () => {
      // The first run is the self-test, some of those after it answer texts.
      const { embedder, rows } = await open({ kind, after: 3 }, {
        limits: { ...LIMITS, runMs: 2000 },
      });
      expect(embedder.device).toBe("webgpu");
      const before = rows("cpu");
      const ofTests = rows("webgpu");
      const texts = [...TEXTS, "A long one. ".repeat(100)];
      const [documents, query, counts] = await Promise.all([
        embedder.embedDocuments(texts),
        embedder.embedQueries(texts.slice(0, 1)),
        embedder.countTokens(["river", "river river"]),
      ]);
      expect(documents).toEqual(await wanted(texts));
      expect(query).toEqual(documents.slice(0, 1));
      expect(counts).toEqual([1, 2]);
      expect(embedder.device).toBe("cpu");
      expect(embedder.notes).toEqual([
        expect.stringMatching(/^webgpu was given up while it was in use: /),
      ]);
      expect(embedder.notes[0]).toMatch(reason);
      const onCpu = rows("cpu") - before;
      // What the GPU answered was not done again: at least one batch of two, its canary apart.
      expect(onCpu).toBeGreaterThan(0);
      expect(onCpu).toBeLessThan(texts.length + 1);
      expect(rows("webgpu")).toBeGreaterThan(ofTests);
      await embedder.close();
    }, TIMEOUT_MS);
  }

  test("openOnnxEmbedder() halves batches when memory runs out, and remembers", async () => {
    // Room for one long text and its canary.
    const { embedder, rows } = await open({ kind: "smallMemory", after: 1, tokens: 250 });
    const texts = Array.from({ length: 12 }, (_, i) => `${i} ` + "The river rose. ".repeat(24));
    expect(await embedder.embedDocuments(texts)).toEqual(await wanted(texts));
    expect(embedder).toMatchObject({ device: "webgpu", notes: [] });
    await embedder.close();
    expect(rows("webgpu")).toBeGreaterThan(texts.length);
  }, TIMEOUT_MS);

  test("openOnnxEmbedder() leaves a GPU that has no memory for one text", async () => {
    const { embedder } = await open({ kind: "smallMemory", after: 1, tokens: 3 });
    expect(await embedder.embedDocuments(TEXTS)).toEqual(await wanted(TEXTS));
    expect(embedder.device).toBe("cpu");
    expect(embedder.notes[0]).toContain("Failed to allocate memory");
    await embedder.close();
  }, TIMEOUT_MS);

  test("openOnnxEmbedder() runs weights in int8 one text a run on a GPU too", async () => {
    const { embedder, rows } = await open({ apart: false }, { model: MINILM, dtype: "int8" });
    const before = rows("webgpu");
    expect(await embedder.embedDocuments(TEXTS)).toEqual(await wanted(TEXTS));
    expect([embedder.device, rows("webgpu") - before]).toEqual(["webgpu", TEXTS.length]);
    await embedder.close();
  }, TIMEOUT_MS);

  test("openOnnxEmbedder() keeps a device on which only one text fails", async () => {
    // On the CPU three threads die under their twentieth document, and the model still works.
    const mortal = new URL("../../testing/deadly_ort_thread", import.meta.url);
    const embedder = await openOnnxEmbedder(
      { folder: bundledModelFolder(), devices: ["cpu", "wasm"], threads: 2 },
      { module: mortal },
    );
    const error = await embedder.embedDocuments(["fine", "deadly"]).catch((error) => error);
    expect(error).toMatchObject({ code: "EMBEDDING_FAILED" });
    expect((await embedder.embedDocuments(["fine"])).length).toBe(1);
    expect(embedder).toMatchObject({ device: "cpu", notes: [] });
    await embedder.close();
  }, TIMEOUT_MS);

  test(
    "openOnnxEmbedder() rejects with STORE_CLOSED when closed as a device is replaced",
    async () => {
      const { embedder } = await open({ kind: "lost", after: 1 });
      const running = embedder.embedDocuments(TEXTS).catch((error) => error);
      await new Promise((resolve) => setTimeout(resolve, 30));
      await embedder.close();
      expect(await running).toMatchObject({ code: "STORE_CLOSED" });
    },
    TIMEOUT_MS,
  );

  test.skipIf(SHARED === null)(
    "openOnnxEmbedder() gives a text the same vector alone and padded (needs ../shared)",
    async () => {
      const path = "onnx/model.onnx";
      const { embedder, rows } = await open({ apart: false }, {
        model: { ...MINILM, weights: { fp32: { path } }, golden: {} },
        from: fileURLToPath(new URL("models/all-MiniLM-L6-v2", SHARED!)),
      });
      const before = rows("webgpu");
      const together = await embedder.embedDocuments(TEXTS);
      expect(rows("webgpu") - before).toBeLessThan(1.5 * TEXTS.length);
      for (const index of [0, 17, 59]) {
        const [alone] = await embedder.embedQueries([TEXTS[index]!]);
        expect(cosine(alone, together[index]!)).toBeGreaterThan(0.9999);
      }
      await embedder.close();
    },
    TIMEOUT_MS,
  );
});
