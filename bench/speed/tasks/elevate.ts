/** Elevates memories of a store that are in its small space, by a large model that is loaded and warm. */
import { createMemory } from "../../../mod.ts";
import { loadDataset } from "../data/dataset.ts";
import { openLargeModel } from "../data/large_model.ts";
import { LoopProbe } from "../measure/loop_probe.ts";
import { task } from "../measure/task.ts";

export interface ElevateInput {
  readonly dataset: string | null;
  readonly model: string;
  /** The first so many turns. */
  readonly count: number;
  /** Turns behind them that are elevated before the clock starts. */
  readonly warmUp: number;
  readonly location: string;
}

export interface ElevateOutput {
  readonly ms: number;
  readonly holdMs: number;
}

await task(
  async ({ dataset, model, count, warmUp, location }: ElevateInput): Promise<ElevateOutput> => {
    const turns = loadDataset(dataset).turns.slice(0, count + warmUp);
    const embedder = await openLargeModel(model);
    const memory = await createMemory({
      dataDir: location,
      mode: "auto",
      large: {
        model: embedder.model,
        maxTokens: embedder.maxTokens,
        open: () => Promise.resolve(embedder),
      },
    });
    // Of a session each: no two are the same memory.
    const added = await memory.addMany(turns.map(({ text, speaker, occurredAt }, i) => ({
      text,
      sessionId: `session-${i}`,
      ...(speaker !== null && { speaker }),
      ...(occurredAt !== null && { occurredAt }),
    })));
    const ids = added.flatMap((item) => item?.parts ?? []);
    if (ids.length !== turns.length) {
      throw new Error(`${turns.length} turns became ${ids.length} memories`);
    }
    await memory.elevate(ids.slice(count));
    const probe = new LoopProbe();
    const started = performance.now();
    const results = await memory.elevate(ids.slice(0, count));
    const ms = performance.now() - started;
    const holdMs = probe.stop();
    const elevated = results.filter((result) => result.elevated).length;
    if (elevated !== count) throw new Error(`${elevated} of ${count} memories were elevated`);
    await memory.close();
    return { ms, holdMs };
  },
);
