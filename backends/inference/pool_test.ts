import { afterEach, describe, expect, test } from "bun:test";
import { BicameralError } from "../../src/errors.ts";
import type { FrailAnswer, FrailCall } from "../../testing/frail_thread.ts";
import { LIMITS } from "./limits.ts";
import { Pool } from "./pool.ts";

const module = new URL("../../testing/frail_thread", import.meta.url);
const pools: Pool[] = [];

async function open(
  size: number,
  { loads = 99, deaths = 0, limits = LIMITS } = {},
): Promise<Pool> {
  const setup = { loads: shared(loads), deaths: shared(deaths) };
  const pool = await Pool.open({ module, setup, size, limits });
  pools.push(pool);
  return pool;
}

function shared(value: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4)).fill(value);
}

function calls(count: number, call: Partial<FrailCall> = {}): FrailCall[] {
  return Array.from({ length: count }, (_, i) => ({ name: `call ${i}`, ...call }));
}

function run(pool: Pool, calls: FrailCall[], signal?: AbortSignal): Promise<FrailAnswer[]> {
  return pool.run("document", calls, { urgent: false, signal });
}

function threadsOf(answers: FrailAnswer[]): number {
  return new Set(answers.map(({ threadId }) => threadId)).size;
}

const failed = expect.objectContaining({ code: "EMBEDDING_FAILED" });
const over = new BicameralError("STORE_CLOSED", "It is over.");

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close(over)));
});

describe("Pool", () => {
  test("Pool hands values back in order, whichever thread answers first", async () => {
    const pool = await open(3);
    const slowFirst = calls(12).map((call, i) => ({ ...call, blockMs: i % 2 === 0 ? 30 : 1 }));
    const answers = await run(pool, slowFirst);
    expect(answers.map(({ name }) => name)).toEqual(slowFirst.map(({ name }) => name));
  });

  test("Pool starts threads when there is work for them, and no more than allowed", async () => {
    const pool = await open(3);
    const alone: FrailAnswer[] = [];
    for (const call of calls(5)) alone.push(...await run(pool, [call]));
    expect(threadsOf(alone)).toBe(1);
    expect(threadsOf(await run(pool, calls(60, { blockMs: 20 })))).toBe(3);
  });

  test("Pool lets an urgent call ahead of all that waits, in the thread too", async () => {
    const pool = await open(1);
    let done = 0;
    const documents = calls(8, { blockMs: 40 }).map(async (call) => {
      await run(pool, [call]);
      done++;
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    const before = done;
    await pool.run("query", calls(1), { urgent: true });
    expect(done - before).toBeLessThanOrEqual(1);
    await Promise.all(documents);
  });

  test("Pool replaces a thread that dies and does its calls again", async () => {
    const pool = await open(2, { deaths: 2 });
    const some = calls(20).map((call, i) => ({ ...call, deadly: i === 7 }));
    const answers = await run(pool, some);
    expect(answers.map(({ name }) => name)).toEqual(some.map(({ name }) => name));
  });

  test("Pool gives up a call under which thread after thread dies, and it alone", async () => {
    const pool = await open(2, { deaths: 99 });
    const deadly = run(pool, calls(1, { deadly: true }));
    const others = run(pool, calls(20));
    await expect(deadly).rejects.toEqual(failed);
    expect((await others).length).toBe(20);
  });

  test("Pool rejects a batch with its first failure, and works on", async () => {
    const pool = await open(1);
    const some = calls(5).map((call, i) => ({ ...call, fails: i === 2 }));
    const error = await run(pool, some).catch((error) => error);
    expect(error).toEqual(failed);
    expect(error.message).toContain("call 2 fails");
    expect((await run(pool, calls(3))).length).toBe(3);
  });

  test("Pool.open() rejects with the thread's own error", async () => {
    await expect(open(2, { loads: 0 })).rejects.toThrow("no more loads");
  });

  test("Pool goes on with the threads that it has when a further one will not load", async () => {
    const pool = await open(3, { loads: 1 });
    const answers = await run(pool, calls(20, { blockMs: 5 }));
    expect([answers.length, threadsOf(answers)]).toEqual([20, 1]);
  });

  test("Pool starts a further thread again when one would not load a while ago", async () => {
    const setup = { loads: shared(1), deaths: shared(0) };
    const limits = { ...LIMITS, retryMs: 200 };
    const pool = await Pool.open({ module, setup, size: 2, limits });
    pools.push(pool);
    expect(threadsOf(await run(pool, calls(10, { blockMs: 5 })))).toBe(1);
    Atomics.store(setup.loads, 0, 9);
    const answers = await run(pool, calls(100, { blockMs: 20 }));
    expect([answers.length, threadsOf(answers)]).toEqual([100, 2]);
  });

  test("Pool gives up a thread that answers nothing in time, and works on", async () => {
    const pool = await open(1, { limits: { ...LIMITS, runMs: 300 } });
    const hanging = await run(pool, calls(1, { blockMs: 60_000 })).catch((error) => error);
    expect(hanging).toEqual(failed);
    expect(hanging.message).toContain("A run took longer than 0.3 s");
    expect((await run(pool, calls(20, { blockMs: 50 }))).length).toBe(20);
  });

  test("Pool tells each value as it comes, also those of a batch that fails", async () => {
    const pool = await open(1);
    const told: number[] = [];
    const some = calls(5).map((call, i) => ({ ...call, fails: i === 3 }));
    const options = { urgent: false, onAnswer: (index: number) => told.push(index) };
    expect(await pool.run("document", some, options).catch((error) => error)).toEqual(failed);
    expect(told).toEqual([0, 1, 2]);
  });

  test("Pool fails what waits when no thread is left that loads", async () => {
    const pool = await open(1, { loads: 1, deaths: 1 });
    const error = await run(pool, calls(5, { deadly: true })).catch((error) => error);
    expect(error).toEqual(failed);
    expect(error.message).toContain("no more loads");
  });

  test("Pool drops what waits when the signal is aborted", async () => {
    const pool = await open(1);
    const controller = new AbortController();
    const slow = run(pool, calls(100, { blockMs: 20 }), controller.signal);
    controller.abort(new Error("enough"));
    await expect(slow).rejects.toThrow("enough");
    const start = performance.now();
    await run(pool, calls(1));
    expect(performance.now() - start).toBeLessThan(1000);
  });

  test("Pool.close() rejects what runs and what comes, once and again", async () => {
    const pool = await open(2);
    const running = run(pool, calls(100, { blockMs: 5 })).catch((error) => error);
    await Promise.all([pool.close(over), pool.close(over)]);
    expect(await running).toBe(over);
    await expect(run(pool, calls(1))).rejects.toBe(over);
  });
});
