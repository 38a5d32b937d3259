import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BGE_LARGE, MINILM } from "../../src/embed/catalogue.ts";
import { makeStandIn } from "../../testing/stand_in_model.ts";
import { makeScratch } from "../../testing/stores.ts";
import { bundledModelFolder } from "./bundled.ts";
import { findModel, type LocalModel } from "./local_model.ts";

const scratch = makeScratch();
afterAll(scratch.remove);
const folder = scratch.path();
makeStandIn(folder);

/** A cache of the hub's with a repository whose branch `main` is a commit with the stand-in's files. */
function cached(repository: string): Record<string, string> {
  const cache = scratch.path();
  const repo = join(cache, `models--${repository.replace("/", "--")}`);
  mkdirSync(join(repo, "snapshots"), { recursive: true });
  mkdirSync(join(repo, "refs"));
  symlinkSync(folder, join(repo, "snapshots", "c0ffee"));
  writeFileSync(join(repo, "refs", "main"), "c0ffee");
  return { HF_HUB_CACHE: cache };
}

const empty = { HF_HUB_CACHE: scratch.path() };

function codeOf(promise: Promise<LocalModel>): Promise<string> {
  return promise.then(() => "none", (error) => error.code);
}

describe("findModel()", () => {
  test("findModel() finds the bundled model by its name, whatever the case", async () => {
    for (const model of ["all-MiniLM-L6-v2", "xenova/all-minilm-l6-v2", MINILM.id]) {
      const found = await findModel({ model }, empty);
      expect(found).toMatchObject({ model: MINILM, dtype: "int8" });
      expect(found.files().folder).toBe(bundledModelFolder());
    }
  });

  test("findModel() knows BGE-large before it is here, and where it is once it is", async () => {
    const absent = await findModel({ model: "bge-large-en-v1.5" }, empty);
    expect(absent).toMatchObject({ model: BGE_LARGE, dtype: "fp32" });
    expect(absent.missing()).toMatchObject({
      code: "MODEL_NOT_AVAILABLE",
      message: "BAAI/bge-large-en-v1.5 is not on this machine. Download it (1.3 GB) with:" +
        " bicameral models pull BAAI/bge-large-en-v1.5",
    });
    const environment = cached("Xenova/bge-large-en-v1.5");
    const there = await findModel({ model: "bge-large-en-v1.5" }, environment);
    expect(there.files().folder).toBe(
      join(environment["HF_HUB_CACHE"]!, "models--Xenova--bge-large-en-v1.5/snapshots/c0ffee"),
    );
    const half = await findModel({ model: "bge-large-en-v1.5", dtype: "fp16" }, environment);
    expect(half.missing()).toMatchObject({ message: expect.stringContaining("--dtype fp16") });
  });

  test("findModel() holds a known model to its published vectors, however it is asked for", async () => {
    const { model } = await findModel({ model: BGE_LARGE.id, revision: "c0ffee" }, empty);
    expect(model).toMatchObject({ revision: "c0ffee", golden: BGE_LARGE.golden });
    // Texts without the prompt that is another one.
    const prompted = await findModel({ model: BGE_LARGE.id, prompts: { query: "q: " } }, empty);
    expect(prompted.model.prompts).toEqual({ query: "q: ", document: "" });
    expect(prompted.model.golden.float).toEqual(
      BGE_LARGE.golden.float!.filter(({ as }) => as === "document"),
    );
    const pooled = findModel({ model: BGE_LARGE.id, pooling: "mean" }, empty);
    expect(await codeOf(pooled)).toBe("INVALID_CONFIG");
    const named = join(scratch.path(), "bge-large-en-v1.5");
    makeStandIn(named);
    const { model: inFolder } = await findModel({ model: named }, empty);
    expect(inFolder).toMatchObject({
      id: "bge-large-en-v1.5",
      pooling: "cls",
      prompts: BGE_LARGE.prompts,
      golden: BGE_LARGE.golden,
    });
  });

  test("findModel() knows no checksums of another revision", async () => {
    const other = await findModel(
      { model: MINILM.id, revision: "c0ffee" },
      cached(MINILM.repository!),
    );
    expect(other.missing()?.message).toContain("--dtype int8 --revision c0ffee");
    expect(other.model.weights.int8).toEqual({ path: "onnx/model_quantized.onnx" });
  });

  test("findModel() describes a folder by its files, and by what is said of it", async () => {
    const spec = { model: folder, pooling: "cls", prompts: { query: "q: " } } as const;
    const found = await findModel(spec, empty);
    const { model, dtype } = found;
    expect([dtype, found.files().folder, found.missing()]).toEqual(["fp32", folder, null]);
    expect(model).toMatchObject({
      id: folder.split("/").at(-1),
      revision: expect.stringMatching(/^sha256:[0-9a-f]{12}$/),
      pooling: "cls",
      prompts: { query: "q: ", document: "" },
      dimensions: 1024,
      maxTokens: 512,
      weights: { fp32: { path: "onnx/model.onnx" } },
    });
  });

  test("findModel() reads what sentence-transformers writes beside a model", async () => {
    const own = scratch.path();
    makeStandIn(own);
    mkdirSync(join(own, "1_Pooling"));
    const write = (name: string, value: unknown) =>
      writeFileSync(join(own, name), JSON.stringify(value));
    write("1_Pooling/config.json", { pooling_mode_cls_token: true });
    write("sentence_bert_config.json", { max_seq_length: 128 });
    write("config_sentence_transformers.json", {
      prompts: { query: "query: ", document: "doc: " },
    });
    const { model } = await findModel({ model: own, revision: "v1" }, empty);
    expect(model).toMatchObject({
      revision: "v1",
      pooling: "cls",
      maxTokens: 128,
      prompts: { query: "query: ", document: "doc: " },
    });
    write("tokenizer.json", { model: { type: "BPE" } });
    expect(await codeOf(findModel({ model: own }, empty))).toBe("INVALID_CONFIG");
    write("config.json", {});
    expect(await codeOf(findModel({ model: own }, empty))).toBe("INVALID_CONFIG");
    writeFileSync(join(own, "config.json"), "no JSON");
    expect(await codeOf(findModel({ model: own }, empty))).toBe("MODEL_CORRUPT");
    expect(await codeOf(findModel({ model: own, dtype: "int8" }, empty)))
      .toBe("MODEL_NOT_AVAILABLE");
  });

  test("findModel() finds any other model of the hub by the commit that was downloaded", async () => {
    const environment = cached("someone/sentences");
    const { model } = await findModel({ model: "someone/sentences" }, environment);
    expect(model).toMatchObject({ id: "someone/sentences", revision: "c0ffee", dimensions: 1024 });
    const absent = await findModel({ model: "someone/other" }, environment).catch((error) => error);
    expect(absent).toMatchObject({
      code: "MODEL_NOT_AVAILABLE",
      message: expect.stringContaining("bicameral models pull someone/other"),
    });
    expect(await codeOf(findModel({ model: "./nowhere" }, empty))).toBe("MODEL_NOT_AVAILABLE");
  });
});
