/** Fills a store with memories that have their vectors, and searches it while its index grows. */
import { createMemory, type MemoryStore } from "../../../mod.ts";
import { BGE_LARGE } from "../../../src/embed/catalogue.ts";
import { loadDataset } from "../data/dataset.ts";
import { LargeVectors } from "../data/large_vectors.ts";
import { memoriesOf } from "../data/memories.ts";
import { PreparedEmbedder } from "../data/prepared_embedder.ts";
import { Vectors } from "../data/vectors.ts";
import { LoopProbe } from "../measure/loop_probe.ts";
import { task } from "../measure/task.ts";

export interface FillInput {
  readonly dataset: string | null;
  readonly vectorsPath: string;
  readonly location: string;
  readonly size: number;
  /** Each so many-th memory is in the large space as well; null for none. */
  readonly largeEach: number | null;
}

export interface FillOutput {
  readonly addMs: number;
  readonly addHoldMs: number;
  /** From the last add until the indexes hold all but a short tail; 0 where it stays exact. */
  readonly growthMs: number;
  readonly growthHoldMs: number;
  /** Milliseconds of each search meanwhile. */
  readonly searches: readonly number[];
}

/** A tail as short as this is left as it is. */
const TAIL = 500;
const PAUSE_MS = 250;
/** `status()` counts all there is; asking at each turn would be most of the work. */
const TURNS_A_STATUS = 8;

await task(
  async (
    { dataset, vectorsPath, location, size, largeEach }: FillInput,
  ): Promise<FillOutput> => {
    const vectors = new Vectors(vectorsPath);
    const embedder = new PreparedEmbedder();
    const largeVectors = new LargeVectors();
    const large = new PreparedEmbedder(BGE_LARGE);
    const memory = await createMemory({
      dataDir: location,
      small: embedder,
      ...(largeEach !== null && { mode: "auto", large }),
    });
    const elevated = largeEach === null ? null : { each: largeEach, vectors: largeVectors };
    const memories = [...memoriesOf(loadDataset(dataset).turns, vectors, size, elevated)];
    const adding = new LoopProbe();
    const started = performance.now();
    await memory.addMany(memories);
    const addMs = performance.now() - started;
    const addHoldMs = adding.stop();

    const growing = new LoopProbe();
    const searches: number[] = [];
    while (await isWaiting(memory)) {
      for (let i = 0; i < TURNS_A_STATUS; i++) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        embedder.next = vectors.near(searches.length * 61);
        large.next = largeVectors.near(searches.length * 61);
        const asked = performance.now();
        await memory.search("how does it go on?", {
          retrievers: ["dense384"],
          turns: false,
        });
        searches.push(performance.now() - asked);
      }
    }
    const growthMs = searches.length === 0 ? 0 : performance.now() - started - addMs;
    const growthHoldMs = growing.stop();
    await memory.close();
    return { addMs, addHoldMs, growthMs, growthHoldMs, searches };
  },
);

async function isWaiting(memory: MemoryStore): Promise<boolean> {
  return (await memory.status()).spaces.some(({ waiting }) => waiting >= TAIL);
}
