/** One query after the other through transformers.js. */
import { task } from "../measure/task.ts";
import { openTransformers } from "../measure/transformers.ts";
import type { QueryInput, QueryOutput } from "./query_bicameral.ts";

export interface TransformersQueryInput extends QueryInput {
  readonly modelPath: string;
}

await task(
  async (
    { queries, warmUp, modelPath }: TransformersQueryInput,
  ): Promise<QueryOutput> => {
    const embed = await openTransformers(modelPath);
    for (const query of queries.slice(0, warmUp)) await embed([query]);
    const latencies: number[] = [];
    for (const query of queries) {
      const started = performance.now();
      await embed([query]);
      latencies.push(performance.now() - started);
    }
    return latencies;
  },
);
