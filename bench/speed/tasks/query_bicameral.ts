/** One query after the other through Bicameral's embedder: its thread, word pieces, run, pooling. */
import { openOnnxEmbedder } from "../../../backends/inference/onnx_embedder.ts";
import { bundledModelFolder } from "../../../backends/models/bundled.ts";
import { task } from "../measure/task.ts";

export interface QueryInput {
  readonly queries: readonly string[];
  /** Queries that are run before the clock starts. */
  readonly warmUp: number;
}

/** Milliseconds, one entry a query. */
export type QueryOutput = number[];

await task(async ({ queries, warmUp }: QueryInput): Promise<QueryOutput> => {
  const embedder = await openOnnxEmbedder({ folder: bundledModelFolder() });
  for (const query of queries.slice(0, warmUp)) {
    await embedder.embedQueries([query]);
  }
  const latencies: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    await embedder.embedQueries([query]);
    latencies.push(performance.now() - started);
  }
  await embedder.close();
  return latencies;
});
