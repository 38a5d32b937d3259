import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../src/database.ts";
import { makeOlder, ROWS, TURNS, VALUES } from "../../testing/older_store.ts";
import { CACHE } from "../../testing/stores.ts";
import { openStoreOn } from "../../testing/test_store.ts";
import { migrate } from "./migrate.ts";
import { openPglite } from "./pglite.ts";

let database: Database;
let before: unknown[];

beforeAll(async () => {
  database = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  await makeOlder(database, 1);
  before = await database.query(ROWS);
}, 60_000);
afterAll(() => database.close());

describe("migration 0002", () => {
  test("memories_1024 is created", async () => {
    expect((await migrate(database)).slice(0, 1)).toEqual([2]);
    const columns = await database.query<{ column: string }>(
      `select attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then '' else ' null' end
         as column
       from pg_attribute where attrelid = 'bicameral.memories_1024'::regclass and attnum > 0
       order by attnum`,
    );
    expect(columns.map(({ column }) => column)).toEqual([
      "namespace text",
      "id uuid",
      "memory_id uuid",
      "text text",
      "embedding vector(1024)",
      "space_id text null",
      "source_type character varying(50)",
      "trust_score double precision",
      "metadata jsonb",
      "peer_id uuid null",
      "content_hash character varying(64)",
      "elevated_at timestamp with time zone null",
      "elevated_by character varying(50) null",
      "created_at timestamp with time zone",
    ]);
  });

  test("migration 0002 leaves every row of memories byte for byte where and as it was", async () => {
    expect(before).toHaveLength(TURNS.length);
    expect(await database.query(ROWS)).toEqual(before);
  });

  test("76 existing memories are still queryable", async () => {
    const values = await database.query(VALUES);
    const memory = await openStoreOn(database);
    for (const { text, speaker } of TURNS) {
      const { hits } = await memory.search(`${speaker} said: ${text}`, {
        retrievers: ["dense384"],
        k: 3,
        trustWeight: 0,
      });
      expect(hits.map((hit) => hit.text)).toContain(text);
    }
    expect(await database.query(VALUES)).toEqual(values);
    // And they can be elevated.
    const { memories } = await memory.list({ limit: 100 });
    const elevated = await memory.elevate(memories.map(({ id }) => id));
    expect(elevated.filter((one) => one.elevated)).toHaveLength(TURNS.length);
    expect((await memory.search(TURNS[0]!.text)).coverage).toBe(1);
    await memory.close();
  });
});
