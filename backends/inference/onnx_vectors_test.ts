import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Golden } from "../../src/embed/golden.ts";
import { type KnownModel, MINILM } from "../../src/embed/catalogue.ts";
import type { Embedder } from "../../src/embed/embedder.ts";
import { unpackVector } from "../../src/embed/golden.ts";
import { cosine } from "../../src/embed/cosine.ts";
import { readLines, type ReferenceVectors, SHARED } from "../../testing/references.ts";
import { FULL } from "../../testing/stores.ts";
import { bundledModelFolder } from "../models/bundled.ts";
import { openOnnxEmbedder } from "./onnx_embedder.ts";

/** The int8 references were made on a CPU with these instructions; others round otherwise. */
const VNNI = existsSync("/proc/cpuinfo") &&
  readFileSync("/proc/cpuinfo", "utf8").includes("avx512_vnni");

/** The large models take seconds each. */
const patient = SHARED !== null && (FULL || "Bun" in globalThis);

/** WASM takes seconds to warm up where the cores are busy. */
const TIMEOUT_MS = 30_000;

/** A text with vectors, as the references have it. */
type Row<Name extends string> = { readonly text: string } & Readonly<Record<Name, number[]>>;

const MINILM_FP32: KnownModel = {
  ...MINILM,
  weights: {
    fp32: {
      path: "onnx/model.onnx",
      bytes: 90_387_606,
      sha256: "759c3cd2b7fe7e93933ad23c4c9181b7396442a2ed746ec7c1d46192c469c46e",
    },
  },
};

/** Has the shape of BGE-large: wide, CLS pooling, a long window, a prompt on queries. */
const STAND_IN: KnownModel = {
  id: "bge-small-as-1024",
  revision: "1",
  pooling: "cls",
  prompts: { query: "Represent this sentence for searching relevant passages: ", document: "" },
  dimensions: 1024,
  maxTokens: 512,
  tokenizer: {
    path: "tokenizer.json",
    bytes: 711_396,
    sha256: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
  },
  weights: {
    fp16: {
      path: "onnx/model.onnx",
      bytes: 67_358_888,
      sha256: "5871dd5054a3295d41679afa095716944bd9d4b081a22402c74435d24a3ce209",
    },
  },
  golden: {},
};

/** The cosine of the worst of `vectors` to its reference. */
function worst(vectors: readonly Float32Array[], wanted: readonly ArrayLike<number>[]): number {
  expect(vectors.length).toBe(wanted.length);
  return Math.min(...wanted.map((vector, i) => cosine(vectors[i], Float32Array.from(vector))));
}

function shared(path: string): string {
  return fileURLToPath(new URL(`models/${path}`, SHARED!));
}

function references<Name extends string>(file: string): Row<Name>[] {
  return readLines(new URL(`models/references/${file}`, SHARED!));
}

/** WASM computes the same graph ten times slower: a part of the references will do. */
const WASM_TEXTS = 30;

for (const device of ["cpu", "wasm"] as const) {
  const most = device === "cpu" ? undefined : WASM_TEXTS;
  describe(`vectors of openOnnxEmbedder(), ${device}`, () => {
    const toInt8 = device === "cpu" && VNNI ? 0.999 : 0.97;
    let embedder: Embedder;
    beforeAll(async () => {
      embedder = await openOnnxEmbedder({ folder: bundledModelFolder(), devices: [device] });
    }, TIMEOUT_MS);
    afterAll(async () => {
      await embedder.close();
    });

    test("openOnnxEmbedder() gives the int8 file's vectors", async () => {
      const rows = readLines<ReferenceVectors>("vectors_minilm.jsonl");
      const vectors = await embedder.embedDocuments(rows.map(({ text }) => text));
      expect(worst(vectors, rows.map(({ int8 }) => unpackVector(int8)))).toBeGreaterThan(toInt8);
      expect(worst(vectors, rows.map(({ fp32 }) => unpackVector(fp32)))).toBeGreaterThan(0.96);
    }, TIMEOUT_MS);

    test.skipIf(!patient)(
      "openOnnxEmbedder() gives the int8 file's vectors of all texts (needs ../shared; in Bun, or with --full)",
      async () => {
        const rows = references<"int8" | "fp32">("vectors_minilm.jsonl");
        const vectors = await embedder.embedDocuments(rows.map(({ text }) => text));
        expect(worst(vectors, rows.map(({ int8 }) => int8))).toBeGreaterThan(toInt8);
        expect(worst(vectors, rows.map(({ fp32 }) => fp32))).toBeGreaterThan(0.96);
      },
      TIMEOUT_MS,
    );

    test.skipIf(!patient)(
      "openOnnxEmbedder() gives PyTorch's vectors in fp32 (needs ../shared; in Bun, or with --full)",
      async () => {
        const rows = references<"fp32">("vectors_minilm.jsonl").slice(0, most);
        const golden = rows.slice(0, 3)
          .map(({ text, fp32 }): Golden => ({
            text,
            as: "document",
            source: "sentence-transformers",
            record: { vector: Float32Array.from(fp32), least: 0.9999 },
          }));
        const float = await openOnnxEmbedder({
          folder: shared("all-MiniLM-L6-v2"),
          model: { ...MINILM_FP32, golden: { float: golden } },
          dtype: "fp32",
          devices: [device],
        });
        const vectors = await float.embedDocuments(rows.map(({ text }) => text));
        expect(worst(vectors, rows.map(({ fp32 }) => fp32))).toBeGreaterThan(0.9999);
        await float.close();
      },
      TIMEOUT_MS,
    );

    test.skipIf(!patient)(
      "openOnnxEmbedder() runs a wide model with CLS pooling and a prompt (needs ../shared; in Bun, or with --full)",
      async () => {
        const rows = references<"document" | "query">("vectors_standin_1024.jsonl").slice(0, most);
        const wide = await openOnnxEmbedder({
          folder: shared("bge-small-as-1024"),
          model: STAND_IN,
          dtype: "fp16",
          devices: [device],
        });
        expect(wide.model).toMatchObject({ dtype: "float", dimensions: 1024 });
        const texts = rows.map(({ text }) => text);
        const documents = await wide.embedDocuments(texts);
        const queries = await wide.embedQueries(texts);
        expect(worst(documents, rows.map(({ document }) => document))).toBeGreaterThan(0.999);
        expect(worst(queries, rows.map(({ query }) => query))).toBeGreaterThan(0.999);
        await wide.close();
      },
      TIMEOUT_MS,
    );
  });
}
