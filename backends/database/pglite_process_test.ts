import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { versions } from "node:process";
import { type Ended, startChild } from "../../testing/child.ts";
import { CACHE, FULL, makeScratch } from "../../testing/stores.ts";
import { openPglite } from "./pglite.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

/** A process that has nothing left to do is to end by itself within this. */
const END_MS = 5_000;

/** Runs the program that forgets to close; how it ended, and how long after its last word. */
async function forget(
  location: string,
  text: string,
  permissions: readonly string[] = ["--allow-all"],
): Promise<Ended & { endMs: number }> {
  const child = startChild("testing/programs/forget_to_close", [location, CACHE, text], {
    permissions,
  });
  await child.line(/^memories/);
  const saidAt = performance.now();
  const ended = await child.ended;
  return { ...ended, endMs: performance.now() - saidAt };
}

describe("openPglite()", () => {
  test(
    "openPglite() lets a process end that forgot to close: in memory, on disk, and once more",
    async () => {
      const location = scratch.path();
      const runs = [
        await forget("memory://", "one"),
        await forget(location, "one"),
        await forget(location, "two"),
      ];
      expect(runs.map(({ code, lines, errors }) => [code, lines, errors])).toEqual([
        [0, ["memories: 1"], ""],
        [0, ["memories: 1"], ""],
        [0, ["memories: 2"], ""],
      ]);
      for (const { endMs } of runs) expect(endMs).toBeLessThan(END_MS);
      expect(readdirSync(join(location, "claims"))).toEqual([]);
    },
    60_000,
  );

  test.skipIf(versions.deno === undefined)(
    "openPglite() needs no leave to look at processes for that (needs Deno)",
    async () => {
      const location = scratch.path();
      const permissions = ["--allow-read", "--allow-write", "--allow-env", "--allow-sys"];
      for (const text of ["one", "two"]) {
        const { code, errors } = await forget(location, text, permissions);
        expect([code, errors]).toEqual([0, ""]);
      }
    },
    60_000,
  );

  test(
    "openPglite() refuses a directory that another process has, and does it no harm",
    async () => {
      const location = scratch.path();
      const child = startChild("testing/programs/add_for_ever", [location, "process", "1"]);
      await child.line(/ready/);
      for (let tries = 0; tries < 10; tries++) {
        const askedAt = performance.now();
        const error = await openPglite({ location, cacheDirectory: CACHE, force: tries > 7 })
          .then(() => null, (error) => error);
        expect(error).toMatchObject({
          code: "STORE_LOCKED",
          message: expect.stringContaining(`process ${child.pid} on`),
        });
        expect(performance.now() - askedAt).toBeLessThan(500);
      }
      const before = child.lines.length;
      await child.line(/^[0-9a-f-]{36}$/);
      while (child.lines.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
      expect((await child.kill()).errors).toBe("");
      const database = await openPglite({ location, cacheDirectory: CACHE });
      try {
        const [row] = await database.query<{ count: number }>(
          "select count(*)::int as count from bicameral.memories where id = any ($1::uuid[])",
          [child.lines.filter((line) => line !== "ready")],
        );
        expect(row!.count).toBe(child.lines.length - 1);
      } finally {
        await database.close();
      }
    },
    60_000,
  );

  test("openPglite() makes a store whole or not at all, killed at any moment", async () => {
    const kills = FULL ? 20 : 3;
    for (let n = 0; n < kills; n++) {
      const location = scratch.path();
      const child = startChild("testing/programs/open_store", [location]);
      await child.line(/opening/);
      await new Promise((resolve) => setTimeout(resolve, 900 * Math.random()));
      await child.kill();
      const made = existsSync(join(location, "pg"));
      const database = await openPglite({ location, cacheDirectory: CACHE });
      try {
        expect([made, await database.query("select from bicameral.memories")]).toEqual([made, []]);
      } finally {
        await database.close();
      }
      expect(readdirSync(location).sort()).toEqual(["bicameral.json", "claims", "pg"]);
    }
  }, FULL ? 200_000 : 60_000);
});
