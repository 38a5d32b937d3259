/**
 * Embeds texts as documents with a model from a folder, and writes a line of JSON:
 * what ran it, and the vectors.
 */
import { argv, env } from "node:process";
import { openOnnxEmbedder } from "../../backends/inference/onnx_embedder.ts";
import { findModel } from "../../backends/models/local_model.ts";
import type { Device } from "../../src/embed/embedder.ts";
import type { ModelSpec } from "../../src/embed/model_spec.ts";

/** The program's argument, as JSON. */
export interface EmbedTexts {
  readonly spec: ModelSpec;
  readonly devices: readonly Device[];
  readonly texts: readonly string[];
}

/** What it writes. */
export interface Embedded {
  readonly device: Device;
  readonly notes: readonly string[];
  readonly vectors: readonly (readonly number[])[];
}

const { spec, devices, texts }: EmbedTexts = JSON.parse(argv[2]!);
const local = await findModel(spec, env);
const embedder = await openOnnxEmbedder({ ...local.files(), devices });
const vectors = (await embedder.embedDocuments(texts)).map((vector) => [...vector]);
const { device, notes } = embedder;
console.log(JSON.stringify({ device, notes, vectors } satisfies Embedded));
await embedder.close();
