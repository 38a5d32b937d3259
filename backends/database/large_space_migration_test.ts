import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { migrations } from "../../migrations/mod.ts";
import type { Database } from "../../src/database.ts";
import { DEFAULT_TEXT_TEMPLATE, turnText } from "../../src/embed/turn_text.ts";
import { defineSpace, SMALL } from "../../src/spaces/space.ts";
import { openStore } from "../../src/memory/open_store.ts";
import { fakeEmbedder, fakeLarge } from "../../testing/fake_embedder.ts";
import { readLines, type ReferenceVectors } from "../../testing/references.ts";
import { CACHE } from "../../testing/stores.ts";
import { migrate, splitStatements } from "./migrate.ts";
import { openPglite } from "./pglite.ts";

/** A store as the release before the large space left it: migration 0001 and 76 memories. */
const COUNT = 76;
const texts = readLines<ReferenceVectors>("vectors_minilm.jsonl").map(({ text }) => text);
const turns = Array.from({ length: COUNT }, (_, i) => ({
  text: `${texts[i % texts.length]} ${["one", "two", "three", "four", "five"][i % 5]} ${i}`,
  speaker: ["Ines", "Jiahui", "Mira"][i % 3]!,
  occurredAt: new Date(Date.UTC(2026, 0, 1 + i)),
}));

/** Every byte of the table, and where and by which transaction each row was written. */
const DUMP = "select ctid::text, xmin::text, m::text from bicameral.memories m order by id";

let database: Database;
let before: unknown[];

beforeAll(async () => {
  database = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  await database.query("drop schema bicameral cascade");
  const [first] = migrations;
  for (const statement of splitStatements(first!.sql)) await database.query(statement);
  await database.query("insert into bicameral.meta values ('migration:0001', $1)", [first!.sha256]);
  const source = fakeEmbedder();
  const space = await defineSpace(SMALL, source.model, DEFAULT_TEXT_TEMPLATE);
  const model = await source.open();
  for (const [i, { text, speaker, occurredAt }] of turns.entries()) {
    const [vector] = await model.embedDocuments([
      turnText(DEFAULT_TEXT_TEMPLATE, { text, speaker, occurredAt }),
    ]);
    await database.query(
      `insert into bicameral.memories
         (id, text, embedding, space_id, content_hash, speaker, occurred_at, metadata)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7::jsonb)`,
      [text, vector!, space.id, `hash ${i}`, speaker, occurredAt, JSON.stringify({ place: i })],
    );
  }
  // Rows that were updated and deleted lie between the others, as they do in a store in use.
  await database.query(
    "update bicameral.memories set trust_score = 0.7 where metadata @> '{\"place\": 5}'",
  );
  before = await database.query(DUMP);
}, 60_000);
afterAll(() => database.close());

describe("migration 0002", () => {
  test("memories_1024 is created", async () => {
    expect(await migrate(database)).toEqual([2]);
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
    expect(before).toHaveLength(COUNT);
    expect(await database.query(DUMP)).toEqual(before);
  });

  test("76 existing memories are still queryable", async () => {
    const memory = await openStore({
      database,
      mode: "auto",
      small: fakeEmbedder(),
      large: fakeLarge(),
      elevateEnabled: true,
      autoElevation: { trust: null, uses: null },
      fusion: "weighted",
      language: "english",
      textTemplate: DEFAULT_TEXT_TEMPLATE,
      namespace: "default",
      maxTextBytes: 100_000,
      exactBelow: 5_000,
      location: "memory://",
      durability: "none",
    });
    for (const { text, speaker } of turns) {
      const { hits } = await memory.search(`${speaker} said: ${text}`, { k: 3, trustWeight: 0 });
      expect(hits.map((hit) => hit.text)).toContain(text);
    }
    expect(await database.query(DUMP)).toEqual(before);
    // And they can be elevated.
    const { memories } = await memory.list({ limit: 100 });
    const elevated = await memory.elevate(memories.map(({ id }) => id));
    expect(elevated.filter((one) => one.elevated)).toHaveLength(COUNT);
    expect((await memory.search(turns[0]!.text)).coverage).toBe(1);
    await memory.close();
  });
});
