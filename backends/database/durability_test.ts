import { afterAll, afterEach, describe, expect, test } from "bun:test";
import fs, { mkdirSync } from "node:fs";
import { CACHE, makeScratch } from "../../testing/stores.ts";
import { PgliteEngine } from "./pglite_engine.ts";
import type { Durability } from "./pglite_settings.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

const { fsyncSync } = fs;
afterEach(() => {
  fs.fsyncSync = fsyncSync;
});

/** An engine in this thread, with what is counted of the file system's flushes. */
async function open(durability: Durability): Promise<{ engine: PgliteEngine; flushes(): number }> {
  let flushes = 0;
  fs.fsyncSync = (file) => {
    flushes++;
    fsyncSync(file);
  };
  const directory = scratch.path();
  mkdirSync(directory);
  const engine = new PgliteEngine({ directory, durability, cacheDirectory: CACHE });
  await engine.prepare();
  await engine.open({});
  await engine.query("create table public.notes (n int)", []);
  return { engine, flushes: () => flushes };
}

async function commit(engine: PgliteEngine, n: number): Promise<void> {
  await engine.begin();
  await engine.query("insert into public.notes values ($1)", [n]);
  await engine.commit();
}

describe("PgliteEngine", () => {
  test("PgliteEngine flushes each commit to the disk when strict", async () => {
    const { engine, flushes } = await open("strict");
    for (let n = 0; n < 20; n++) {
      const before = flushes();
      await commit(engine, n);
      expect(flushes() - before).toBeGreaterThanOrEqual(1);
      const written = flushes();
      await engine.query("select count(*) from public.notes", []);
      expect(flushes()).toBe(written);
    }
    await engine.close();
  });

  test("PgliteEngine acknowledges no commit that could not be flushed", async () => {
    const { engine } = await open("strict");
    await commit(engine, 1);
    fs.fsyncSync = () => {
      throw Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" });
    };
    const { code, message } = await commit(engine, 2).catch((error) => error);
    expect([code, message]).toEqual(["DATABASE_FAILED", expect.stringContaining("broke down")]);
    fs.fsyncSync = fsyncSync;
    // Whether the disk has it can't be known any more: that is for the log to say.
    for (const call of [commit(engine, 3), engine.query("select 1", [])]) {
      expect(await call.catch((error) => error.message)).toBe(message);
    }
    await engine.close();
  });

  test("PgliteEngine flushes nothing when told to survive its process alone", async () => {
    const { engine, flushes } = await open("process");
    for (let n = 0; n < 20; n++) await commit(engine, n);
    await engine.maintain("checkpoint");
    await engine.close();
    expect(flushes()).toBe(0);
  });

  test("PgliteEngine flushes many commits at once when relaxed, and soon", async () => {
    const { engine, flushes } = await open("relaxed");
    const before = flushes();
    for (let n = 0; n < 50; n++) await commit(engine, n);
    expect(flushes() - before).toBeLessThan(25);
    const committed = flushes();
    await commit(engine, 50);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(flushes()).toBeGreaterThan(committed);
    await engine.close();
  });
});
