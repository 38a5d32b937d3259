import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { InferenceSession } from "onnxruntime-web";
import { openOnnxEmbedder } from "../backends/inference/onnx_embedder.ts";
import type { Runtime } from "../backends/inference/session.ts";
import type { KnownModel } from "../src/embed/catalogue.ts";
import type { Device, Embedder } from "../src/embed/embedder.ts";
import { embedderContract } from "../src/embed/embedder_contract.ts";
import { cosine } from "../src/embed/cosine.ts";
import { ortWasm } from "../wasm/ort.ts";
import { makeStandIn, type StandInOptions } from "./stand_in_model.ts";

/** WASM takes seconds to warm up where the cores are busy. */
const TIMEOUT_MS = 30_000;

const MODEL: KnownModel = {
  id: "test/stand-in",
  revision: "1",
  pooling: "cls",
  prompts: { query: "", document: "" },
  dimensions: 1024,
  maxTokens: 512,
  tokenizer: { path: "tokenizer.json" },
  weights: { fp32: { path: "onnx/model.onnx" } },
  golden: {},
};

/** A word's piece, not [PAD]: what is in the padding must not matter. */
const PADDING = 2314;

const FILES = ["config.json", "tokenizer.json", "onnx/model.onnx"];

/** Two texts with words in common, and one that has hardly any of them. */
const TRIPLES = [
  [
    "The river rose by two metres after the rain.",
    "After heavy rain the river rose.",
    "Parking tickets cost forty pounds in Leeds",
  ],
  [
    "Anna is allergic to peanuts and shellfish.",
    "Who is allergic to peanuts?",
    "We painted our kitchen walls green last spring!",
  ],
  [
    "The dentist appointment is on Tuesday at 14:30.",
    "When is the dentist appointment?",
    "Brown bears sleep through cold winters",
  ],
] as const;

const scratch = mkdtempSync(join(tmpdir(), "bicameral-stand-in-"));
const folder = join(scratch, "model");
makeStandIn(folder);

afterAll(() => rmSync(scratch, { recursive: true }));

function open(device: Device): Promise<Embedder> {
  return openOnnxEmbedder({ folder, model: MODEL, dtype: "fp32", devices: [device], threads: 2 });
}

/** The onnxruntime of a device, and a session that computes in this thread. */
async function openSession(
  device: "cpu" | "wasm",
): Promise<{ Tensor: Runtime["Tensor"]; session: InferenceSession }> {
  const weights = new Uint8Array(readFileSync(join(folder, "onnx/model.onnx")));
  if (device === "cpu") {
    const { default: ort } = await import("onnxruntime-node");
    return { Tensor: ort.Tensor, session: await ort.InferenceSession.create(weights) };
  }
  const ort = await import("onnxruntime-web/wasm");
  ort.env.wasm.numThreads = 1;
  ort.env.wasm.wasmBinary = new Uint8Array(readFileSync(ortWasm("wasm")));
  return { Tensor: ort.Tensor, session: await ort.InferenceSession.create(weights) };
}

/** The first rows of texts that are run together, each padded to the longest. */
async function firstRows(
  { Tensor, session }: Awaited<ReturnType<typeof openSession>>,
  texts: readonly (readonly number[])[],
): Promise<Float32Array[]> {
  const length = Math.max(...texts.map((ids) => ids.length));
  const tensor = (number: (ids: readonly number[], at: number) => number) => {
    const numbers = texts.flatMap((ids) => Array.from({ length }, (_, at) => number(ids, at)));
    return new Tensor("int64", BigInt64Array.from(numbers, BigInt), [texts.length, length]);
  };
  const { last_hidden_state: states } = await session.run({
    input_ids: tensor((ids, at) => ids[at] ?? PADDING),
    attention_mask: tensor((ids, at) => at < ids.length ? 1 : 0),
    token_type_ids: tensor(() => 0),
  });
  expect(states!.dims).toEqual([texts.length, length, MODEL.dimensions]);
  const all = states!.data as Float32Array;
  return texts.map((_, i) => {
    const at = i * length * MODEL.dimensions;
    return all.slice(at, at + MODEL.dimensions);
  });
}

/** SHA-256 of each of a stand-in's files. */
function hashes(name: string, options: StandInOptions): string[] {
  const made = join(scratch, name);
  makeStandIn(made, options);
  return FILES.map((path) =>
    createHash("sha256").update(readFileSync(join(made, path))).digest("hex")
  );
}

describe("makeStandIn", () => {
  test("makeStandIn() writes the same bytes for the same seed, and others for another", () => {
    const one = hashes("one", { seed: 1 });
    const other = hashes("other", { seed: 2 });
    expect(hashes("again", { seed: 1 })).toEqual(one);
    expect(other.map((hash, i) => hash === one[i])).toEqual([true, true, false]);
    // Whichever runtime this is.
    expect(one[2]).toBe("a96c208da7e2deff4ad3fe327434493d4dee2839f3dfce7ef11278d739e09d71");
  });

  test("makeStandIn() describes the model in its config.json", () => {
    const narrow = join(scratch, "narrow");
    makeStandIn(narrow, { dimensions: 64 });
    expect(JSON.parse(readFileSync(join(narrow, "config.json"), "utf8")))
      .toMatchObject({ model_type: "bert", hidden_size: 64, max_position_embeddings: 512 });
  });
});

for (const device of ["cpu", "wasm"] as const) {
  embedderContract(`makeStandIn(), ${device}`, () => open(device));

  describe(`makeStandIn, ${device}`, () => {
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await open(device);
    }, TIMEOUT_MS);
    afterAll(async () => {
      await embedder.close();
    });

    test("makeStandIn() gives unit vectors of 1024 numbers", async () => {
      expect(embedder).toMatchObject({ device, notes: [] });
      const vectors = await embedder.embedDocuments(["", ...TRIPLES.flat(), "river ".repeat(600)]);
      for (const vector of vectors) {
        expect(vector.length).toBe(1024);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      }
    }, TIMEOUT_MS);

    test("makeStandIn() brings texts with common words nearer than others", async () => {
      for (const triple of TRIPLES) {
        const [text, near, far] = await embedder.embedDocuments(triple);
        expect([triple, cosine(text, near!) - cosine(text, far!) > 0.2]).toEqual([triple, true]);
      }
    }, TIMEOUT_MS);

    test("makeStandIn() gives a text the same first row alone and padded in a batch", async () => {
      const opened = await openSession(device);
      const texts = [[101, 102], [101, 7592, 102], [101, ...Array(40).fill(2088), 2015, 102]];
      const together = await firstRows(opened, texts);
      for (const [i, ids] of texts.entries()) {
        const [alone] = await firstRows(opened, [ids]);
        expect(cosine(together[i], alone!)).toBeCloseTo(1, 6);
        expect(cosine(together[i], together[(i + 1) % 3]!)).toBeLessThan(0.95);
      }
      await opened.session.release();
    }, TIMEOUT_MS);
  });
}
