import type { Engine } from "./engine.ts";
import { checkMemory } from "./input.ts";
import { prepare, type PreparedRow } from "./prepare.ts";
import type { Added, AddManyOptions, AddProgress, CallOptions, NewMemory } from "./types.ts";
import { writeRows, type WrittenRow } from "./write.ts";

/** Memories that are embedded and committed together. */
const BATCH = 128;
/** Batches on their way at once: one commits while the next ones keep the model busy. */
const BATCHES_IN_FLIGHT = 3;

/** Adds one memory. */
export async function add(engine: Engine, memory: NewMemory, options: CallOptions): Promise<Added> {
  const checked = checkMemory(memory, inputDefaults(engine, options));
  const rows = await prepare(engine, checked, options.signal);
  return toAdded(rows, await writeRows(engine, rows, Promise.resolve(), options.signal));
}

/** Adds many memories in batches, in order; returns what became of each, null for a rejected one. */
export async function addMany(
  engine: Engine,
  memories: Iterable<NewMemory> | AsyncIterable<NewMemory>,
  options: AddManyOptions,
): Promise<(Added | null)[]> {
  const results: (Added | null)[] = [];
  const progress = { added: 0, existing: 0, pending: 0, rejected: 0 };
  let committed: Promise<void> = Promise.resolve();
  const inFlight: Promise<void>[] = [];

  const start = (batch: readonly { index: number; rows: PreparedRow[] }[]) => {
    const turn = committed;
    committed = (async () => {
      const rows = batch.flatMap((item) => item.rows);
      const written = await writeRows(engine, rows, turn, options.signal);
      let next = 0;
      for (const { index, rows } of batch) {
        const added = toAdded(rows, written.slice(next, next += rows.length));
        results[index] = added;
        count(progress, added);
      }
      options.onProgress?.({ ...progress });
    })();
    // Whoever awaits it hears of a failure; until then it must not count as unhandled.
    committed.catch(() => {});
    inFlight.push(committed);
  };

  let batch: { index: number; rows: PreparedRow[] }[] = [];
  let index = 0;
  const defaults = inputDefaults(engine, options);
  try {
    for await (const memory of memories) {
      options.signal?.throwIfAborted();
      try {
        const rows = await prepare(engine, checkMemory(memory, defaults), options.signal);
        batch.push({ index, rows });
      } catch (error) {
        if (options.onReject === undefined || options.signal?.aborted) throw error;
        results[index] = null;
        progress.rejected++;
        options.onReject(index, error as Error);
      }
      index++;
      if (batch.length < BATCH) continue;
      if (inFlight.length >= BATCHES_IN_FLIGHT) await inFlight.shift();
      start(batch);
      batch = [];
    }
  } finally {
    // What was read before a failure or a cancellation is still written, where it can be.
    if (batch.length > 0 && !options.signal?.aborted) start(batch);
    await Promise.allSettled(inFlight);
  }
  await Promise.all(inFlight);
  await committed;
  return results;
}

function inputDefaults(engine: Engine, options: CallOptions): Parameters<typeof checkMemory>[1] {
  return {
    namespace: options.namespace ?? engine.namespace,
    maxTextBytes: engine.maxTextBytes,
    space: engine.space,
  };
}

function toAdded(rows: readonly PreparedRow[], written: readonly WrittenRow[]): Added {
  return {
    id: (written[0] as WrittenRow).id,
    documentId: rows[0]?.documentId ?? null,
    parts: written.map((row) => row.id),
    created: written.some((row) => row.created),
    pending: written.some((row) => row.pending),
  };
}

function count(progress: { -readonly [K in keyof AddProgress]: number }, added: Added): void {
  if (added.created) progress.added++;
  else progress.existing++;
  if (added.pending) progress.pending++;
}
