import { afterAll, describe, expect, test } from "bun:test";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { MemoryStore } from "../../src/memory/memory_store.ts";
import { CACHE, makeScratch } from "../../testing/stores.ts";
import { openStoreOn } from "../../testing/test_store.ts";
import { isFull } from "./full_disk.ts";
import { openPglite } from "./pglite.ts";

const scratch = makeScratch();
const disks: string[] = [];
afterAll(() => {
  for (const disk of disks) execFileSync("umount", ["-l", disk]);
  scratch.remove();
});

/** The database's thread on a disk that is full when it is told so. */
const FRAIL = new URL("../../testing/frail_database_thread", import.meta.url);
const STORE_FULL = expect.objectContaining({ code: "STORE_FULL" });

/** Adds memories until one fails; ids of those acknowledged, and the failure. */
async function addUntilFull(memory: MemoryStore): Promise<{ ids: string[]; error: unknown }> {
  const ids: string[] = [];
  for (let n = 0; n < 5_000; n++) {
    try {
      const added = await memory.add({ text: `Note ${n}: ${"the river rose ".repeat(60)}` });
      ids.push(...added.parts);
    } catch (error) {
      return { ids, error };
    }
  }
  throw new Error("The disk did not fill up");
}

async function idsOf(memory: MemoryStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of memory.export()) ids.push(id);
  return ids;
}

/** A disk of 48 MB, or null where this process may not mount one. */
function mountDisk(): string | null {
  const path = scratch.path();
  mkdirSync(path);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=48m", "tmpfs", path], { stdio: "ignore" });
  } catch {
    return null;
  }
  disks.push(path);
  return path;
}

describe("isFull()", () => {
  test("isFull() knows SQLSTATE, errno and words, however deep", () => {
    for (const code of ["53100", "ENOSPC", "EDQUOT"]) {
      expect(isFull(Object.assign(new Error("write"), { code }))).toBe(true);
    }
    const words = new Error('could not write to file "pg_wal/1": No space left on device');
    expect(isFull(new Error("PGlite failed", { cause: words }))).toBe(true);
    expect(isFull(new Error("PGlite failed", { cause: new Error("out of memory") }))).toBe(false);
  });
});

describe("openPglite()", () => {
  test("openPglite() goes on after a full disk where a table could not grow", async () => {
    const location = scratch.path();
    const database = await openPglite({ location, cacheDirectory: CACHE }, FRAIL);
    const memory = await openStoreOn(database);
    const first = await memory.add({ text: "before" });

    await database.query("-- full: /base/");
    const { ids, error } = await addUntilFull(memory);
    expect(error).toEqual(STORE_FULL);
    expect((await idsOf(memory)).sort()).toEqual([first.id, ...ids].sort());
    await database.query("-- room");
    const last = await memory.add({ text: "after" });
    expect((await idsOf(memory)).sort()).toEqual([first.id, ...ids, last.id].sort());
    await memory.close();
  }, 60_000);

  test("openPglite() breaks down where its log can't be written, and opens again", async () => {
    const location = scratch.path();
    const database = await openPglite({ location, cacheDirectory: CACHE }, FRAIL);
    const memory = await openStoreOn(database);
    const first = await memory.add({ text: "before" });

    await database.query("-- full: /pg_wal/");
    const { ids, error } = await addUntilFull(memory);
    expect(error).toEqual(STORE_FULL);
    // A server that panicked answers nothing any more, rightly or wrongly.
    await Promise.allSettled([database.query("-- room")]);
    const calls = [
      memory.add({ text: "late" }),
      memory.get(first.id),
      memory.search("before"),
      database.query("select 1"),
      database.transaction((tx) => tx.query("select 1")),
      database.maintain("checkpoint"),
    ];
    for (const call of await Promise.allSettled(calls)) {
      expect(call).toEqual({ status: "rejected", reason: STORE_FULL });
    }
    await memory.close();

    const again = await openStoreOn(await openPglite({ location, cacheDirectory: CACHE }));
    expect(await idsOf(again)).toEqual(expect.arrayContaining([first.id, ...ids]));
    await again.add({ text: "after" });
    await again.close();
  }, 60_000);

  const disk = mountDisk();
  test.skipIf(disk === null)(
    "openPglite() reads on a disk that is full, and writes when there is room (needs a mount)",
    async () => {
      const location = join(disk!, "store");
      const ballast = join(disk!, "ballast");
      const leave = (bytes: number) => {
        const { bavail, bsize } = statfsSync(disk!);
        writeFileSync(ballast, new Uint8Array(bavail * bsize - bytes));
      };
      const open = async () => openStoreOn(await openPglite({ location, cacheDirectory: CACHE }));

      leave(4 * 2 ** 20);
      expect(await open().catch((error) => error)).toEqual(STORE_FULL);
      rmSync(ballast);

      const memory = await open();
      leave(9 * 2 ** 20);
      const { ids, error } = await addUntilFull(memory);
      expect(error).toEqual(STORE_FULL);
      expect(await memory.add({ text: "no room" }).catch((error) => error)).toEqual(STORE_FULL);
      expect((await memory.search("the river rose")).hits.length).toBe(10);
      rmSync(ballast);
      const last = await memory.add({ text: "after" });
      expect((await idsOf(memory)).sort()).toEqual([...ids, last.id].sort());
      await memory.close();

      // More than there is room for in one go: the log can't grow, and the server panics.
      let database = await openPglite({ location, cacheDirectory: CACHE });
      await database.query("create table public.heap (text text)");
      leave(9 * 2 ** 20);
      const noise =
        "(select string_agg(md5(random()::text), '') from generate_series(1, 100) where n > 0)";
      const filling = database.transaction(async (tx) => {
        for (;;) {
          await tx.query(`insert into public.heap select ${noise} from generate_series(1, 100) n`);
        }
      });
      expect(await filling.catch((error) => error)).toEqual(STORE_FULL);
      await database.close();
      // Whether there is room to recover is for chance; that it says so is not.
      await open().then((memory) => memory.close(), (error) => expect(error).toEqual(STORE_FULL));
      rmSync(ballast);
      database = await openPglite({ location, cacheDirectory: CACHE });
      expect(await database.query("select from public.heap")).toEqual([]);
      const rows = await database.query<{ id: string }>("select id from bicameral.memories");
      expect(rows.map(({ id }) => id).sort()).toEqual([...ids, last.id].sort());
      await database.close();
    },
    60_000,
  );
});
