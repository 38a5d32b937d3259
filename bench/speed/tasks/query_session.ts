/**
 * The least that a query can take: onnxruntime's `run` alone, in the main thread, on
 * one thread, its inputs made before the clock starts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WordPieces } from "../../../backends/inference/word_pieces.ts";
import { bundledModelFolder } from "../../../backends/models/bundled.ts";
import { MINILM } from "../../../src/embed/catalogue.ts";
import { task } from "../measure/task.ts";
import type { QueryInput, QueryOutput } from "./query_bicameral.ts";

await task(async ({ queries, warmUp }: QueryInput): Promise<QueryOutput> => {
  const folder = bundledModelFolder();
  const { default: ort } = await import("onnxruntime-node");
  const weights = readFileSync(join(folder, "onnx/model_quantized.onnx"));
  const session = await ort.InferenceSession.create(weights, {
    executionProviders: ["cpu"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const tokenizer = JSON.parse(readFileSync(join(folder, "tokenizer.json"), "utf8"));
  const pieces = new WordPieces(tokenizer, MINILM.maxTokens);
  const inputs = queries.map((query) => {
    const ids = pieces.encode(query);
    const tensor = (data: BigInt64Array) => new ort.Tensor("int64", data, [1, ids.length]);
    return {
      input_ids: tensor(BigInt64Array.from(ids, BigInt)),
      attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: tensor(new BigInt64Array(ids.length)),
    };
  });
  for (const input of inputs.slice(0, warmUp)) await session.run(input);
  const latencies: number[] = [];
  for (const input of inputs) {
    const started = performance.now();
    await session.run(input);
    latencies.push(performance.now() - started);
  }
  return latencies;
});
