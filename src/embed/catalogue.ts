import type { DtypeClass, ModelIdentity } from "./embedder.ts";
import type { Golden } from "./golden.ts";
import { BGE_LARGE_FLOAT_GOLDEN, BGE_LARGE_INT8_GOLDEN } from "./golden_bge_large.ts";
import { MINILM_FLOAT_GOLDEN, MINILM_INT8_GOLDEN } from "./golden_minilm.ts";

/** One file of a model: where it lies in the model's folder, and what it must be. */
export interface ModelFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  /** Where it is known. */
  readonly bytes?: number;
  /** Lower-case hexadecimal; where it is known. */
  readonly sha256?: string;
  /** Not every model has it. */
  readonly optional?: boolean;
}

/** Number format of a file of weights. */
export type Dtype = (typeof DTYPES)[number];

/** All number formats of weights. */
export const DTYPES = ["fp32", "fp16", "int8"] as const;

/** A BERT-like model in ONNX: what its vectors mean, and which files give them. */
export interface KnownModel extends Omit<ModelIdentity, "dtype"> {
  /** Hub repository that has the files; `revision` is a commit of it. Absent for one's own model. */
  readonly repository?: string;
  /** Number of weights: what they take in each format can be told before they are here. */
  readonly parameters?: number;
  /** Window in word pieces, special tokens included. */
  readonly maxTokens: number;
  /** `tokenizer.json` of the word pieces. */
  readonly tokenizer: ModelFile;
  readonly weights: Readonly<Partial<Record<Dtype, ModelFile>>>;
  /** For the self-test at load; without any a GPU is compared with the CPU. */
  readonly golden: Readonly<Partial<Record<DtypeClass, readonly Golden[]>>>;
}

/** fp32 and fp16 weights give vectors that can be compared; int8 ones do not. */
export function dtypeClass(dtype: Dtype): DtypeClass {
  return dtype === "int8" ? "int8" : "float";
}

/** What decides the meaning of the vectors that these weights give. */
export function identityOf(model: KnownModel, dtype: Dtype): ModelIdentity {
  const { id, revision, pooling, prompts, dimensions } = model;
  return { id, revision, dtype: dtypeClass(dtype), pooling, prompts, dimensions };
}

/** The small space's model; its int8 file ships with the package. */
export const MINILM: KnownModel = {
  id: "sentence-transformers/all-MiniLM-L6-v2",
  repository: "Xenova/all-MiniLM-L6-v2",
  revision: "751bff37182d3f1213fa05d7196b954e230abad9",
  pooling: "mean",
  prompts: { query: "", document: "" },
  dimensions: 384,
  maxTokens: 256,
  tokenizer: {
    path: "tokenizer.json",
    bytes: 711_661,
    sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
  },
  weights: {
    fp32: {
      path: "onnx/model.onnx",
      bytes: 90_387_606,
      sha256: "759c3cd2b7fe7e93933ad23c4c9181b7396442a2ed746ec7c1d46192c469c46e",
    },
    int8: {
      path: "onnx/model_quantized.onnx",
      bytes: 22_972_370,
      sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
    },
  },
  golden: { float: MINILM_FLOAT_GOLDEN, int8: MINILM_INT8_GOLDEN },
};

const BGE_QUERY = "Represent this sentence for searching relevant passages: ";

/**
 * The large space's model. No commit of its repository and no hash is on record here, so
 * that its space's id names a branch: the hub's hashes are what a download is checked by,
 * golden vectors what a load is.
 */
export const BGE_LARGE: KnownModel = {
  id: "BAAI/bge-large-en-v1.5",
  repository: "Xenova/bge-large-en-v1.5",
  revision: "main",
  pooling: "cls",
  prompts: { query: BGE_QUERY, document: "" },
  dimensions: 1024,
  maxTokens: 512,
  parameters: 335_000_000,
  tokenizer: { path: "tokenizer.json" },
  weights: {
    fp32: { path: "onnx/model.onnx" },
    fp16: { path: "onnx/model_fp16.onnx" },
    int8: { path: "onnx/model_quantized.onnx" },
  },
  golden: { float: BGE_LARGE_FLOAT_GOLDEN, int8: BGE_LARGE_INT8_GOLDEN },
};

/** All models that are known by name. */
export const KNOWN_MODELS: readonly KnownModel[] = [MINILM, BGE_LARGE];

/** A model by its id, its repository, or the part of either behind the slash; letter case aside. */
export function findKnownModel(name: string): KnownModel | null {
  const wanted = name.toLowerCase();
  return KNOWN_MODELS.find(({ id, repository = id }) =>
    [id, repository].map((name) => name.toLowerCase())
      .some((name) => name === wanted || name.slice(name.indexOf("/") + 1) === wanted)
  ) ?? null;
}

const BYTES_A_WEIGHT: Readonly<Record<Dtype, number>> = { fp32: 4, fp16: 2, int8: 1 };

/** Bytes of a model's weights, about; null where nothing is known. */
export function bytesOf({ weights, parameters }: KnownModel, dtype: Dtype): number | null {
  return weights[dtype]?.bytes ??
    (parameters === undefined ? null : parameters * BYTES_A_WEIGHT[dtype]);
}
