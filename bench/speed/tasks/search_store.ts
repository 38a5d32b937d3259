/** Searches a store that is there, by the index or exactly, under several filters. */
import { createMemory } from "../../../mod.ts";
import { type FilterName, FILTERS } from "../data/memories.ts";
import { PreparedEmbedder } from "../data/prepared_embedder.ts";
import { Vectors } from "../data/vectors.ts";
import { LoopProbe } from "../measure/loop_probe.ts";
import { task } from "../measure/task.ts";

export interface SearchInput {
  readonly vectorsPath: string;
  readonly location: string;
  readonly size: number;
  readonly filters: readonly FilterName[];
  readonly queries: number;
  readonly warmUp: number;
  /** Never use the index. */
  readonly exact: boolean;
}

/** What searches under one filter took. */
export interface Searched {
  /** Milliseconds, one entry a query. */
  readonly latencies: readonly number[];
  readonly holdMs: number;
  readonly scan: string;
}

/** The index of vectors is what is measured here. */
const DENSE = { retrievers: ["dense384"], turns: false } as const;

const EXACT_ALWAYS = 10_000_000;

await task(
  async (
    input: SearchInput,
  ): Promise<Partial<Record<FilterName, Searched>>> => {
    const { vectorsPath, location, size, filters, queries, warmUp, exact } = input;
    const vectors = new Vectors(vectorsPath);
    const embedder = new PreparedEmbedder();
    const memory = await createMemory({
      dataDir: location,
      small: embedder,
      ...(exact && { exactBelow: EXACT_ALWAYS }),
    });
    // The narrowest filter matches one in a hundred.
    const wanted = Math.min(10, Math.floor(size / 100));
    const results: Partial<Record<FilterName, Searched>> = {};
    for (const name of filters) {
      const prepared = Array.from(
        { length: warmUp + queries },
        (_, i) => vectors.near((i * 4_801) % size),
      );
      const latencies: number[] = [];
      const scans = new Set<string>();
      let probe = new LoopProbe();
      for (const [i, vector] of prepared.entries()) {
        if (i === warmUp) {
          probe.stop();
          probe = new LoopProbe();
        }
        embedder.next = vector;
        const started = performance.now();
        const found = await memory.search("where was it?", {
          ...DENSE,
          k: 10,
          filter: FILTERS[name],
        });
        if (i >= warmUp) latencies.push(performance.now() - started);
        if (found.hits.length < wanted) throw new Error(`${found.hits.length} hits, ${name}`);
        for (const { scan } of Object.values(found.retrievers)) scans.add(scan ?? "left out");
      }
      results[name] = { latencies, holdMs: probe.stop(), scan: [...scans].join("+") };
    }
    await memory.close();
    return results;
  },
);
