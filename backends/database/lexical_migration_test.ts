import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../src/database.ts";
import { analyse } from "../../src/text/analyse.ts";
import { foundInIndex } from "../../testing/lexical_index.ts";
import { makeOlder, OF_MIRA, ROWS, TURNS, VALUES } from "../../testing/older_store.ts";
import { CACHE } from "../../testing/stores.ts";
import { openStoreOn, until } from "../../testing/test_store.ts";
import { migrate } from "./migrate.ts";
import { openPglite } from "./pglite.ts";

let database: Database;
let before: unknown[];

beforeAll(async () => {
  database = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  await makeOlder(database, 2);
  before = await database.query(ROWS);
}, 60_000);
afterAll(() => database.close());

describe("migration 0003", () => {
  test("migration 0003 leaves every row of memories where and as it was", async () => {
    expect((await migrate(database)).slice(0, 1)).toEqual([3]);
    expect(before).toHaveLength(TURNS.length);
    expect(await database.query(ROWS)).toEqual(before);
    const analysed = "select from bicameral.memories where lex is not null or words is not null";
    expect(await database.query(analysed)).toEqual([]);
  });

  test(
    "existing memories are analysed in the background, and nothing else of them changes",
    async () => {
      const values = await database.query(VALUES);
      const memory = await openStoreOn(database);
      const { waiting, ...lexical } = (await memory.status()).lexical;
      expect(lexical).toEqual({ retriever: "bm25", language: "english" });
      expect(waiting).toBeGreaterThan(0);
      await until(async () => (await memory.status()).lexical.waiting === 0);
      expect(await database.query(VALUES)).toEqual(values);
      const rows = await database.query<{ id: string; text: string }>(
        "select id, text from bicameral.memories",
      );
      for (const [i, { text }] of TURNS.entries()) {
        const id = rows.find((row) => row.text === text)!.id;
        expect(await foundInIndex(database, analyse(`number ${i}`))).toContain(id);
      }
      expect(await foundInIndex(database, "mira")).toHaveLength(OF_MIRA);
      await memory.close();
    },
    60_000,
  );
});
