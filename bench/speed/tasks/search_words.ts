/** Searches a store that is there by words and by all that it has, with real questions. */
import { createMemory, type SearchOptions } from "../../../mod.ts";
import { loadDataset } from "../data/dataset.ts";
import { PreparedEmbedder } from "../data/prepared_embedder.ts";
import { Vectors } from "../data/vectors.ts";
import { task } from "../measure/task.ts";

export type Way = "by words" | "by meaning" | "by both, without turns" | "by default";

/** Ways to search, by name. */
const WAYS: Readonly<Record<Way, SearchOptions>> = {
  "by words": { retrievers: ["lexical"], turns: false },
  "by meaning": { retrievers: ["dense384"], turns: false },
  "by both, without turns": { turns: false },
  "by default": {},
};

export interface WordsInput {
  readonly dataset: string | null;
  readonly vectorsPath: string;
  readonly location: string;
  readonly size: number;
  readonly queries: number;
  readonly warmUp: number;
}

/** Milliseconds by way, one entry a query. */
export type WordsOutput = Record<Way, number[]>;

await task(async (input: WordsInput): Promise<WordsOutput> => {
  const { dataset, vectorsPath, location, size, queries, warmUp } = input;
  const vectors = new Vectors(vectorsPath);
  const embedder = new PreparedEmbedder();
  const questions = loadDataset(dataset).queries;
  const memory = await createMemory({ dataDir: location, mode: "cpu", small: embedder });
  const ways = Object.keys(WAYS) as Way[];
  const latencies = Object.fromEntries(ways.map((way) => [way, [] as number[]])) as WordsOutput;
  // The ways take turns, query by query, so that none has a quieter machine.
  for (let i = 0; i < warmUp + queries; i++) {
    for (const way of ways) {
      embedder.next = vectors.near((i * 4_801) % size);
      const started = performance.now();
      await memory.search(questions[(i * 17) % questions.length] as string, {
        k: 10,
        ...WAYS[way],
      });
      if (i >= warmUp) latencies[way].push(performance.now() - started);
    }
  }
  await memory.close();
  return latencies;
});
