import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { migrate } from "../../../backends/database/migrate.ts";
import { openPglite } from "../../../backends/database/pglite.ts";
import { interrupted } from "../../../testing/interrupted_database.ts";
import { foundInIndex } from "../../../testing/lexical_index.ts";
import { makeOlder, OF_MIRA, TURNS } from "../../../testing/older_store.ts";
import { CACHE } from "../../../testing/stores.ts";
import { openStoreOn, until } from "../../../testing/test_store.ts";
import type { Database } from "../../database.ts";
import type { MemoryStore } from "../memory_store.ts";

let database: Database;
beforeAll(async () => {
  database = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  await makeOlder(database, 2);
  await migrate(database);
}, 60_000);
afterAll(() => database.close());

/** The database to a store that is to be opened more than once: closing it leaves it open. */
function kept(database: Database): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === "close") return () => Promise.resolve();
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

async function waiting(store: MemoryStore): Promise<number> {
  return (await store.status()).lexical.waiting;
}

async function versions(): Promise<Record<string, number>> {
  const [row] = await database.query<{ versions: Record<string, number> }>(
    `select json_object_agg(version, count) as versions from (
       select coalesce(lex_version, -1) as version, count(*) from bicameral.memories group by 1) v`,
  );
  return row!.versions;
}

/** Whether the store says that all are analysed: the last thing that the chore does. */
async function isDone(): Promise<boolean> {
  const rows = await database.query(
    `select from bicameral.meta done join bicameral.meta version
     on version.key = 'lexical_version' and version.value = done.value
     where done.key = 'lexical_done'`,
  );
  return rows.length > 0;
}

/** In the order of these tests, each goes on with the store that the one before left. */
describe("Analysis", () => {
  test("Analysis that was interrupted goes on when the store is opened again", async () => {
    // Three statements make the index; the fourth and the fifth are of the first page.
    const frail = interrupted(database, 6, () => {
      throw new Error("the power failed");
    });
    const first = await openStoreOn(kept(frail));
    await until(async () => await waiting(first) < TURNS.length);
    await first.close();
    // One page: 32 of them, or fewer on a slow machine.
    const { "1": analysed = 0, "-1": left } = await versions();
    expect(analysed).toBeGreaterThan(0);
    expect(left).toBe(TURNS.length - analysed);
    expect(await foundInIndex(database, "mira")).not.toHaveLength(OF_MIRA);

    const second = await openStoreOn(kept(database));
    await until(isDone);
    await second.close();
    expect(await versions()).toEqual({ "1": TURNS.length });
    expect(await foundInIndex(database, "mira")).toHaveLength(OF_MIRA);
  }, 60_000);

  test("Analysis looks through a store once", async () => {
    const looks: string[] = [];
    const watched = new Proxy(kept(database), {
      get(target, name) {
        if (name !== "query") return Reflect.get(target, name, target);
        return (...args: Parameters<Database["query"]>) => {
          if (args[0].includes("left(m.text")) looks.push(args[0]);
          return target.query(...args);
        };
      },
    });
    const store = await openStoreOn(watched);
    const { id } = await store.add({ text: "Written later" });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(looks).toEqual([]);
    expect(await waiting(store)).toBe(0);
    await store.forget(id);
    await store.close();
  });

  test("Analysis goes through all memories in another language", async () => {
    const ofEnglish = await foundInIndex(database, "running");
    const store = await openStoreOn(kept(database), { language: "simple" });
    const { id } = await store.add({ text: "The tap was running" });
    await until(async () => await waiting(store) === 0);
    expect(await versions()).toEqual({ "2": TURNS.length + 1 });
    expect(await foundInIndex(database, "running")).toContain(id);
    expect(await foundInIndex(database, "run")).not.toContain(id);
    expect(await foundInIndex(database, "the")).toContain(id);
    const [row] = await database.query<{ words: string }>(
      "select words::text from bicameral.memories where id = $1",
      [id],
    );
    expect(row!.words).toBe("'running':4 'tap':2 'the':1 'was':3");
    await store.forget(id);
    await store.close();

    const again = await openStoreOn(kept(database));
    await until(async () => await waiting(again) === 0);
    expect(await versions()).toEqual({ "3": TURNS.length });
    expect(await foundInIndex(database, "running")).toEqual(ofEnglish);
    await again.close();
  }, 60_000);

  test(
    "Analysis leaves to a newer release what that analysed, and the newer one finds the rest",
    async () => {
      const [current] = await database.query<{ value: string }>(
        "select value from bicameral.meta where key = 'lexical'",
      );
      const record = "update bicameral.meta set value = $1 where key = 'lexical'";
      await database.query(record, [
        JSON.stringify({ ...JSON.parse(current!.value), analysis: 1000 }),
      ]);
      const older = await openStoreOn(kept(database));
      await older.add({ text: "An older release wrote this" });
      await until(async () => (await foundInIndex(database, "older")).length === 1);
      expect(await waiting(older)).toBe(0);
      await older.close();
      expect(await versions()).toEqual({ "0": 1, "3": TURNS.length });

      // What was the older release is now the newer one.
      await database.query(record, [current!.value]);
      const newer = await openStoreOn(kept(database));
      await until(async () => await waiting(newer) === 0);
      await newer.close();
      expect(await versions()).toEqual({ "3": TURNS.length + 1 });
    },
    60_000,
  );
});
