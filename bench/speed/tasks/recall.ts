/** How much of the truth the index finds: the best 10 by brute force over the same vectors. */
import { createMemory } from "../../../mod.ts";
import { loadDataset } from "../data/dataset.ts";
import { memoriesOf } from "../data/memories.ts";
import { PreparedEmbedder } from "../data/prepared_embedder.ts";
import { Vectors } from "../data/vectors.ts";
import { cosine } from "../measure/statistics.ts";
import { task } from "../measure/task.ts";

export interface RecallInput {
  readonly dataset: string | null;
  readonly vectorsPath: string;
  readonly queryVectorsPath: string;
  readonly queries: number;
}

export interface RecallOutput {
  readonly recall: number;
  readonly queries: number;
  /** Rows that were still scanned, not yet in the index. */
  readonly waiting: number;
}

const K = 10;

await task(async (input: RecallInput): Promise<RecallOutput> => {
  const vectors = new Vectors(input.vectorsPath);
  const questions = new Vectors(input.queryVectorsPath);
  const embedder = new PreparedEmbedder();
  const memory = await createMemory({ dataDir: "memory://", small: embedder, exactBelow: 0 });
  await memory.addMany(memoriesOf(loadDataset(input.dataset).turns, vectors, vectors.count));
  let waiting = vectors.count;
  while (waiting > 0) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const before = waiting;
    waiting = (await memory.status()).spaces[0]!.waiting;
    // A short tail is left to be scanned.
    if (waiting === before && waiting < 500) break;
  }
  const all = Array.from({ length: vectors.count }, (_, i) => vectors.at(i));
  const queries = Math.min(input.queries, questions.count);
  let found = 0;
  for (let i = 0; i < queries; i++) {
    const query = questions.at(Math.floor((i * questions.count) / queries));
    const truth = best(all.map((vector) => cosine(vector, query)));
    embedder.next = query;
    const { hits, retrievers } = await memory.search("which?", {
      k: K,
      trustWeight: 0,
      retrievers: ["dense384"],
      turns: false,
    });
    if (retrievers["dense384"]?.scan !== "index") {
      throw new Error("A search was not made by the index");
    }
    found += hits.filter(({ metadata }) => truth.has(metadata["place"] as number)).length;
  }
  await memory.close();
  return { recall: found / (queries * K), queries, waiting };
});

/** Places of the highest scores. */
function best(scores: readonly number[]): Set<number> {
  const places = scores.map((_, i) => i);
  return new Set(
    places.sort((a, b) => (scores[b] as number) - (scores[a] as number)).slice(
      0,
      K,
    ),
  );
}
