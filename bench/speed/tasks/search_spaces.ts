/** Searches a store of two spaces, by both or by the small one alone. */
import { createMemory, type Mode, type Strategy } from "../../../mod.ts";
import { BGE_LARGE } from "../../../src/embed/catalogue.ts";
import { LargeVectors } from "../data/large_vectors.ts";
import { PreparedEmbedder } from "../data/prepared_embedder.ts";
import { Vectors } from "../data/vectors.ts";
import { LoopProbe } from "../measure/loop_probe.ts";
import { task } from "../measure/task.ts";

export interface SpacesInput {
  readonly vectorsPath: string;
  readonly location: string;
  readonly size: number;
  /** `cpu` leaves the large space out. */
  readonly mode: Mode;
  readonly fusion: Strategy;
  readonly queries: number;
  readonly warmUp: number;
}

export interface SpacesOutput {
  /** Milliseconds, one entry a query. */
  readonly latencies: readonly number[];
  readonly holdMs: number;
  /** How each retriever looked. */
  readonly scans: readonly string[];
}

await task(
  async (input: SpacesInput): Promise<SpacesOutput> => {
    const { vectorsPath, location, size, mode, fusion, queries, warmUp } = input;
    const vectors = new Vectors(vectorsPath);
    const largeVectors = new LargeVectors();
    const small = new PreparedEmbedder();
    const large = new PreparedEmbedder(BGE_LARGE);
    const memory = await createMemory({ dataDir: location, mode, small, large, fusion });
    const prepared = Array.from({ length: warmUp + queries }, (_, i) => {
      const place = (i * 4_801) % size;
      return { small: vectors.near(place), large: largeVectors.near(place) };
    });
    const latencies: number[] = [];
    const scans = new Set<string>();
    let probe = new LoopProbe();
    for (const [i, query] of prepared.entries()) {
      if (i === warmUp) {
        probe.stop();
        probe = new LoopProbe();
      }
      small.next = query.small;
      large.next = query.large;
      const started = performance.now();
      const found = await memory.search("where was it?", {
        k: 10,
        retrievers: ["dense384", "dense1024"],
        turns: false,
      });
      if (i >= warmUp) latencies.push(performance.now() - started);
      if (found.hits.length < 10) throw new Error(`${found.hits.length} hits`);
      for (const [name, { scan, leftOut }] of Object.entries(found.retrievers)) {
        if (leftOut !== null) throw new Error(`${name} was left out: ${leftOut}`);
        scans.add(`${name} ${scan === "exact" ? "scans exactly" : "by the index"}`);
      }
    }
    const holdMs = probe.stop();
    await memory.close();
    return { latencies, holdMs, scans: [...scans] };
  },
);
