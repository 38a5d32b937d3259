import { BicameralError } from "../errors.ts";
import type { Engine } from "./engine.ts";
import { checkMemory } from "./input.ts";
import { untilAborted } from "./until_aborted.ts";
import { prepare, type PreparedMemory } from "./prepare.ts";
import type { AddManyOptions, AddProgress, AddResult, CallOptions, NewMemory } from "./types.ts";
import { writeMemories } from "./write.ts";

/** Rows (memories and parts of memories) that are embedded and committed together. */
const BATCH_ROWS = 128;
/** Batches on their way at once: one commits while the next ones keep the model busy. */
const BATCHES_IN_FLIGHT = 3;

/** Adds one memory. */
export async function add(
  engine: Engine,
  memory: NewMemory,
  options: CallOptions,
): Promise<AddResult> {
  const prepared = await prepare(engine, check(engine, memory, options), options.signal);
  const [result] = await writeMemories(engine, [prepared], Promise.resolve(), options.signal);
  return result as AddResult;
}

/** Adds many memories in batches, in order; returns what became of each, null for a rejected one. */
export async function addMany(
  engine: Engine,
  memories: Iterable<NewMemory> | AsyncIterable<NewMemory>,
  options: AddManyOptions,
): Promise<(AddResult | null)[]> {
  const { signal, onProgress, onReject } = options;
  const results: (AddResult | null)[] = [];
  const progress = { added: 0, existing: 0, pending: 0, rejected: 0 };
  let committed: Promise<void> = Promise.resolve();
  const inFlight: Promise<void>[] = [];
  let batch: { index: number; prepared: PreparedMemory }[] = [];

  const start = () => {
    const [items, turn] = [batch, committed];
    batch = [];
    committed = (async () => {
      const prepared = items.map((item) => item.prepared);
      const written = await writeMemories(engine, prepared, turn, signal);
      for (const [i, result] of written.entries()) {
        results[(items[i] as { index: number }).index] = result;
        count(progress, result);
      }
      onProgress?.({ ...progress });
    })();
    // Whoever awaits it hears of a failure; until then it must not count as unhandled.
    committed.catch(() => {});
    inFlight.push(committed);
  };

  let index = 0;
  try {
    for await (const memory of untilAborted(memories, signal)) {
      try {
        const checked = check(engine, memory, options);
        batch.push({ index, prepared: await prepare(engine, checked, signal) });
      } catch (error) {
        const rejected = error instanceof BicameralError && error.code === "INVALID_INPUT";
        if (!rejected || onReject === undefined) throw error;
        results[index] = null;
        progress.rejected++;
        onReject(index, error);
      }
      index++;
      if (batch.reduce((rows, { prepared }) => rows + prepared.rows.length, 0) < BATCH_ROWS) {
        continue;
      }
      if (inFlight.length >= BATCHES_IN_FLIGHT) await inFlight.shift();
      start();
    }
  } finally {
    // What was read before a failure is still written; a cancellation ends it here.
    if (batch.length > 0 && signal?.aborted !== true) start();
    await Promise.allSettled(inFlight);
  }
  await Promise.all(inFlight);
  return results;
}

function check(engine: Engine, memory: NewMemory, options: CallOptions) {
  return checkMemory(memory, {
    namespace: options.namespace ?? engine.namespace,
    maxTextBytes: engine.maxTextBytes,
    spaces: engine.spaces.live.map(({ space }) => space),
  });
}

function count(progress: { -readonly [K in keyof AddProgress]: number }, result: AddResult): void {
  if (result.created) progress.added++;
  else progress.existing++;
  if (result.pending) progress.pending++;
}
