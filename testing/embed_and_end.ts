/**
 * A program that embeds, and ends in one of these ways: `close`, `forget` to close,
 * or close while `busy`. Writes what it saw as a line of JSON.
 */
import { argv } from "node:process";
import { openOnnxEmbedder } from "../backends/inference/onnx_embedder.ts";
import { bundledModelFolder } from "../backends/models/bundled.ts";

const [, , ending, backend = "auto"] = argv;
const embedder = await openOnnxEmbedder({
  folder: bundledModelFolder(),
  backend: backend as "auto",
});
const texts = Array.from({ length: 40 }, (_, i) => `The river rose by ${i} centimetres.`);
const embedding = embedder.embedDocuments(texts);
let outcome = "vectors";
if (ending === "busy") {
  const failing = embedding.catch((error) => outcome = error.code);
  await embedder.close();
  await failing;
} else {
  await embedding;
}
console.log(JSON.stringify({ outcome, device: embedder.device, notes: embedder.notes }));
if (ending === "close") await embedder.close();
