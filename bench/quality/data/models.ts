import process from "node:process";
import { openOnnxEmbedder } from "../../../backends/inference/onnx_embedder.ts";
import { findModel } from "../../../backends/models/local_model.ts";
import { identityOf } from "../../../src/embed/catalogue.ts";
import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";
import type { ModelSpec } from "../../../src/embed/model_spec.ts";

/** A model to embed a data set with. */
export async function modelSource(spec: ModelSpec): Promise<EmbedderSource> {
  const local = await findModel(spec, process.env);
  return {
    model: identityOf(local.model, local.dtype),
    maxTokens: local.model.maxTokens,
    open: async () => await openOnnxEmbedder(local.files()),
  };
}
