import type { DtypeClass, ModelIdentity } from "./embedder.ts";
import type { GoldenVector } from "./golden.ts";
import { MINILM_INT8_GOLDEN } from "./golden_minilm_int8.ts";

/** One file of a model: where it lies in the model's folder, and what it must be. */
export interface ModelFile {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  /** Where it is known. */
  readonly bytes?: number;
  /** Lower-case hexadecimal; where it is known. */
  readonly sha256?: string;
}

/** Number format of a file of weights. */
export type Dtype = "fp32" | "fp16" | "int8";

/** A BERT-like model in ONNX: what its vectors mean, and which files give them. */
export interface KnownModel extends Omit<ModelIdentity, "dtype"> {
  /** Hub repository that has the files; `revision` is a commit of it. Absent for one's own model. */
  readonly repository?: string;
  /** Window in word pieces, special tokens included. */
  readonly maxTokens: number;
  /** `tokenizer.json` of the word pieces. */
  readonly tokenizer: ModelFile;
  readonly weights: Readonly<Partial<Record<Dtype, ModelFile>>>;
  /** For the self-test at load; a class without any is only checked for its shape. */
  readonly golden: Readonly<Partial<Record<DtypeClass, readonly GoldenVector[]>>>;
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
    int8: {
      path: "onnx/model_quantized.onnx",
      bytes: 22_972_370,
      sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
    },
  },
  golden: { int8: MINILM_INT8_GOLDEN },
};
