import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Dtype, KnownModel, ModelFile } from "../../src/embed/catalogue.ts";
import type { Pooling } from "../../src/embed/embedder.ts";
import type { ModelSpec } from "../../src/embed/model_spec.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";
import { sha256Of } from "./checksums.ts";

/** Where weights lie in the hub's repositories of ONNX models, by format; the first that is there is taken. */
export const WEIGHTS: Readonly<Record<Dtype, readonly string[]>> = {
  fp32: ["onnx/model.onnx", "model.onnx"],
  fp16: ["onnx/model_fp16.onnx", "model_fp16.onnx"],
  int8: ["onnx/model_quantized.onnx", "onnx/model_int8.onnx", "model_quantized.onnx"],
};

/** What is read of a model besides its weights. */
export const DESCRIPTIONS: readonly ModelFile[] = [
  { path: "config.json" },
  { path: "tokenizer.json" },
  { path: "sentence_bert_config.json", optional: true },
  { path: "1_Pooling/config.json", optional: true },
  { path: "config_sentence_transformers.json", optional: true },
];

/** The usual place of a format's weights in a repository. */
export function weightsPath(dtype: Dtype): string {
  return WEIGHTS[dtype][0] as string;
}

/**
 * Describes a BERT-like sentence model by the files of its folder, as
 * sentence-transformers lays them out. What `spec` says goes before what they say.
 *
 * @param id What it is called: the hub's name, or the folder's.
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` where a file is missing, `INVALID_CONFIG`
 * where the model is of another kind or the files do not say what is needed.
 */
export async function describeModel(
  folder: string,
  id: string,
  spec: ModelSpec,
): Promise<{ model: KnownModel; dtype: Dtype }> {
  const dtype = spec.dtype ?? "fp32";
  const path = WEIGHTS[dtype].find((path) => existsSync(join(folder, path)));
  if (path === undefined) {
    throw new BicameralError(
      "MODEL_NOT_AVAILABLE",
      `The model folder ${folder} has no ${dtype} weights; looked for ${
        WEIGHTS[dtype].join(", ")
      }.`,
    );
  }
  const config = readJson(folder, "config.json");
  if (!existsSync(join(folder, "tokenizer.json"))) missing(folder, "tokenizer.json");
  const kind = fieldOf(readJson(folder, "tokenizer.json"), "model")["type"];
  if (kind !== "WordPiece") {
    throw new BicameralError(
      "INVALID_CONFIG",
      `The model in ${folder} splits texts by ${String(kind)}; only BERT's WordPiece is known.`,
    );
  }
  const sentence = readJsonIf(folder, "sentence_bert_config.json");
  const prompts = fieldOf(readJsonIf(folder, "config_sentence_transformers.json"), "prompts");
  return {
    dtype,
    model: {
      id,
      revision: spec.revision ?? `sha256:${(await sha256Of(join(folder, path))).slice(0, 12)}`,
      pooling: spec.pooling ?? poolingOf(folder, readJsonIf(folder, "1_Pooling/config.json")),
      prompts: {
        query: spec.prompts?.query ?? textOf(prompts["query"]),
        document: spec.prompts?.document ?? textOf(prompts["document"]),
      },
      dimensions: countOf(folder, "hidden_size", config["hidden_size"]),
      maxTokens: countOf(
        folder,
        "max_position_embeddings",
        sentence["max_seq_length"] ?? config["max_position_embeddings"],
      ),
      tokenizer: { path: "tokenizer.json" },
      weights: { [dtype]: { path } },
      golden: {},
    },
  };
}

function poolingOf(folder: string, pooling: Record<string, unknown>): Pooling {
  if (pooling["pooling_mode_cls_token"] === true) return "cls";
  const [other] = Object.keys(pooling).filter((key) =>
    key.startsWith("pooling_mode_") && key !== "pooling_mode_mean_tokens" && pooling[key] === true
  );
  if (other === undefined) return "mean";
  throw new BicameralError(
    "INVALID_CONFIG",
    `The model in ${folder} has ${other}; only the mean of all tokens and [CLS] are known.`,
  );
}

function countOf(folder: string, name: string, value: unknown): number {
  if (Number.isInteger(value) && (value as number) > 0) return value as number;
  throw new BicameralError("INVALID_CONFIG", `${join(folder, "config.json")} names no ${name}.`);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function fieldOf(object: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = object[name];
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

function readJsonIf(folder: string, name: string): Record<string, unknown> {
  return existsSync(join(folder, name)) ? readJson(folder, name) : {};
}

function readJson(folder: string, name: string): Record<string, unknown> {
  const path = join(folder, name);
  if (!existsSync(path)) missing(folder, name);
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new BicameralError("MODEL_CORRUPT", `${path} is no JSON: ${messageOf(error)}.`);
  }
}

function missing(folder: string, name: string): never {
  throw new BicameralError("MODEL_NOT_AVAILABLE", `The model folder ${folder} has no ${name}.`);
}
