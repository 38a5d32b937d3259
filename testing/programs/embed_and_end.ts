/**
 * A program that embeds and writes what it saw as a line of JSON, then ends in one of
 * these ways: `close`, `forget` to close, close while `busy`, `exit` in the midst of it.
 */
import { argv, exit } from "node:process";
import { openOnnxEmbedder } from "../../backends/inference/onnx_embedder.ts";
import { bundledModelFolder } from "../../backends/models/bundled.ts";
import type { Device } from "../../src/embed/embedder.ts";

const [, , ending, wanted] = argv as string[] as [string, string, string, Device?];
const embedder = await openOnnxEmbedder({
  folder: bundledModelFolder(),
  ...(wanted === undefined ? {} : { devices: [wanted] }),
});
const { device, notes } = embedder;

/** Embeds that many texts; `vectors`, or the code of what was thrown. */
async function embed(count: number): Promise<string> {
  try {
    await embedder.embedDocuments(Array.from({ length: count }, (_, i) => `Text number ${i}.`));
    return "vectors";
  } catch (error) {
    return (error as { code: string }).code;
  }
}

function report(outcome: string): void {
  console.log(JSON.stringify({ outcome, device, notes }));
}

if (ending === "exit") {
  void embed(2000);
  // Any moment will do; some of them are in native code.
  await new Promise((resolve) => setTimeout(resolve, 100 + 100 * Math.random()));
  report("left");
  exit(0);
}

const embedding = embed(40);
if (ending === "busy") await embedder.close();
report(await embedding);
if (ending === "close") await embedder.close();
