import { cosine } from "../../src/embed/cosine.ts";
import { BicameralError, messageOf } from "../../src/errors.ts";
import type { Pool } from "./pool.ts";
import type { Ids } from "./session.ts";
import { CHARACTERS_AT_ONCE, slicesOf } from "./slices.ts";
import type { TokenBudget } from "./token_budget.ts";

/** A text whose vector is known, to go along with others. */
export interface Canary {
  readonly ids: Ids;
  readonly vector: Float32Array;
}

/** What batches are run on and with. */
export interface BatchRunner {
  readonly pool: Pool;
  readonly budget: TokenBudget;
  /**
   * Rides in every run: a device that was lost may go on giving numbers. Null for weights
   * that quantise over the whole run, whose texts run one by one.
   */
  readonly canary: Canary | null;
}

/** How texts are embedded. */
export interface EmbedOptions {
  readonly method: "query" | "document";
  readonly signal?: AbortSignal | undefined;
  /** Told each vector as soon as it is there, with the index of its text. */
  readonly answer: (index: number, vector: Float32Array) => void;
}

/** The canary is padded and rounded otherwise in each run, which float kernels bear well. */
const LEAST_COSINE = 0.999;

/** How the devices' libraries say that memory ran out, or that a buffer would be too large. */
const OUT_OF_MEMORY =
  /out of memory|out_of_memory|alloc|larger than the max|exceeds the max|smaller than requested bytes/i;

/**
 * Embeds texts in batches of like length, the longest first, as many a run as the
 * budget allows, fewer when memory runs out. Other calls' runs, queries before
 * documents, take their turns in between.
 *
 * @throws {BicameralError} As {@linkcode Pool.run}; `EMBEDDING_FAILED` too where the canary's vector is wrong.
 */
export async function embedInBatches(
  { pool, budget, canary }: BatchRunner,
  texts: readonly string[],
  { method, signal, answer }: EmbedOptions,
): Promise<void> {
  const urgent = method === "query";
  const slices = slicesOf(texts, CHARACTERS_AT_ONCE);
  const encoded = await pool.run<Ids[]>(`${method}Ids`, slices, { urgent, signal });
  const waiting = encoded.flat().map((ids, index) => ({ ids, index }))
    .sort((a, b) => b.ids.length - a.ids.length);
  while (waiting.length > 0) {
    const passengers = canary === null ? [] : [canary.ids];
    const longest = Math.max(...[...passengers, waiting[0]!.ids].map(({ length }) => length));
    const room = canary === null ? 1 : Math.max(1, budget.rows(longest) - passengers.length);
    const batch = waiting.slice(0, room);
    const rows = [...batch.map(({ ids }) => ids), ...passengers];
    const tokens = rows.length * longest;
    const start = performance.now();
    try {
      const [vectors] = await pool.run<Float32Array[]>(method, [rows], { urgent, signal });
      if (canary !== null) checkCanary(canary, vectors![batch.length]);
      for (const [i, { index }] of batch.entries()) answer(index, vectors![i]!);
    } catch (error) {
      if (batch.length === 1 || !OUT_OF_MEMORY.test(messageOf(error))) throw error;
      budget.ranOut(tokens);
      continue;
    }
    budget.ran(tokens, performance.now() - start);
    waiting.splice(0, batch.length);
  }
}

function checkCanary(canary: Canary, vector: Float32Array | undefined): void {
  const found = cosine(vector, canary.vector);
  if (found >= LEAST_COSINE) return;
  throw new BicameralError(
    "EMBEDDING_FAILED",
    `A known text came out at a cosine of ${found.toFixed(6)} to its own vector, ` +
      `wanted at least ${LEAST_COSINE}.`,
  );
}
