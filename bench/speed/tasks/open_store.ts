/** Opens a store as a program does that has just started, and adds its first memory. */
import { createMemory } from "../../../mod.ts";
import { task } from "../measure/task.ts";

export interface OpenInput {
  readonly location: string;
}

export interface OpenOutput {
  /** Until `createMemory` resolves. */
  readonly openMs: number;
  /** Until the first `add` resolves, from the same start: the model is loaded by then. */
  readonly firstAddMs: number;
}

await task(async ({ location }: OpenInput): Promise<OpenOutput> => {
  const started = performance.now();
  const memory = await createMemory({ dataDir: location });
  const openMs = performance.now() - started;
  await memory.add({ text: `Opened at ${new Date().toISOString()}.` });
  const firstAddMs = performance.now() - started;
  await memory.close();
  return { openMs, firstAddMs };
});
