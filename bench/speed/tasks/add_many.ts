/** Adds turns to a new store whose model is loaded, all of its threads started and warm. */
import { openOnnxEmbedder } from "../../../backends/inference/onnx_embedder.ts";
import { bundledModelFolder } from "../../../backends/models/bundled.ts";
import { createMemory } from "../../../mod.ts";
import type { Turn } from "../../../src/embed/turn_text.ts";
import { loadDataset } from "../data/dataset.ts";
import { LoopProbe } from "../measure/loop_probe.ts";
import { task } from "../measure/task.ts";

export interface AddInput {
  readonly dataset: string | null;
  readonly count: number;
  /** Memories that are added before the clock starts; as many texts warm up the other side. */
  readonly warmUp: number;
  readonly location: string;
}

export interface AddOutput {
  readonly ms: number;
  readonly holdMs: number;
}

await task(
  async (
    { dataset, count, warmUp, location }: AddInput,
  ): Promise<AddOutput> => {
    const { turns } = loadDataset(dataset);
    const embedder = await openOnnxEmbedder({ folder: bundledModelFolder() });
    const memory = await createMemory({
      dataDir: location,
      small: {
        model: embedder.model,
        maxTokens: embedder.maxTokens,
        open: () => Promise.resolve(embedder),
      },
    });
    // Of a session each: no two are the same memory.
    const memories = Array.from({ length: count + warmUp }, (_, i) => {
      const { text, speaker, occurredAt } = turns[i % turns.length] as Turn;
      return {
        text,
        sessionId: `session-${i}`,
        ...(speaker !== null && { speaker }),
        ...(occurredAt !== null && { occurredAt }),
      };
    });
    await memory.addMany(memories.slice(count));
    const probe = new LoopProbe();
    const started = performance.now();
    const added = await memory.addMany(memories.slice(0, count));
    const ms = performance.now() - started;
    const holdMs = probe.stop();
    const made = added.filter((item) => item?.created && !item.pending).length;
    if (made !== count) {
      throw new Error(
        `${made} of ${count} memories were added and embedded`,
      );
    }
    await memory.close();
    return { ms, holdMs };
  },
);
