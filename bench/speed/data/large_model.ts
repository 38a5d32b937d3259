import { openOnnxEmbedder } from "../../../backends/inference/onnx_embedder.ts";
import { findModel } from "../../../backends/models/local_model.ts";
import type { Embedder } from "../../../src/embed/embedder.ts";

/** Opens a model of 1024 dimensions on the CPU, with as many threads as it comes with. */
export async function openLargeModel(folder: string): Promise<Embedder> {
  // A revision of its own: the weights need not be read for one.
  const local = await findModel({ model: folder, revision: "1", pooling: "cls" }, {});
  return await openOnnxEmbedder({ ...local.files(), devices: ["cpu"] });
}
