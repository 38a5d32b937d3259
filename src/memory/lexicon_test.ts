import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { openPglite } from "../../backends/database/pglite.ts";
import { withoutBm25 } from "../../testing/engine_store.ts";
import { CACHE } from "../../testing/stores.ts";
import type { Database } from "../database.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../embed/turn_text.ts";
import { ANALYSIS_VERSION } from "../text/analyse.ts";
import { openLexicon } from "./lexicon.ts";

const ENGLISH = { language: "english", textTemplate: DEFAULT_TEXT_TEMPLATE };

describe("openLexicon()", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  }, 30_000);
  afterAll(() => database.close());

  beforeEach(async () => {
    await database.query("drop index if exists bicameral.memories_lex, bicameral.memories_words");
    await database.query("delete from bicameral.meta where key like 'lexical%'");
  });

  async function recorded(): Promise<Record<string, string>> {
    const rows = await database.query<{ key: string; value: string }>(
      "select key, value from bicameral.meta where key like 'lexical%'",
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  }

  function index(): Promise<{ oid: number; definition: string }[]> {
    return database.query(
      `select indexrelid::int as oid, pg_get_indexdef(indexrelid) as definition from pg_index
       where indexrelid in (to_regclass('bicameral.memories_lex'), to_regclass('bicameral.memories_words'))`,
    );
  }

  test("openLexicon() makes a BM25 index and records what texts are analysed by", async () => {
    expect(await openLexicon(database, ENGLISH))
      .toEqual({ language: "english", version: 1, kind: "bm25" });
    const { lexical, lexical_version } = await recorded();
    expect(JSON.parse(lexical!)).toEqual({ analysis: ANALYSIS_VERSION, ...ENGLISH });
    expect(lexical_version).toBe("1");
    expect((await index()).map(({ definition }) => definition)).toEqual([
      "CREATE INDEX memories_lex ON bicameral.memories USING bm25 (lex)" +
      " WITH (text_config='pg_catalog.english', k1='1.2', b='0.75')",
    ]);
  });

  test("openLexicon() costs one query where nothing changed", async () => {
    const before = await openLexicon(database, ENGLISH);
    const calls: PropertyKey[] = [];
    const counting = new Proxy(database, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        calls.push(name);
        return value.bind(target);
      },
    });
    expect(await openLexicon(counting, ENGLISH)).toEqual(before);
    expect(calls).toEqual(["query"]);
  });

  test("openLexicon() counts other settings, and rebuilds the index of another language alone", async () => {
    await openLexicon(database, ENGLISH);
    const [before] = await index();
    const plain = { ...ENGLISH, textTemplate: "{text}" };
    expect((await openLexicon(database, plain)).version).toBe(2);
    expect(await index()).toEqual([before!]);
    const german = { ...plain, language: "german" };
    expect((await openLexicon(database, german)).version).toBe(3);
    const [after] = await index();
    expect(after!.oid).not.toBe(before!.oid);
    expect(after!.definition).toContain("pg_catalog.german");
    // In turn with the first one: each is another analysis again.
    expect((await openLexicon(database, ENGLISH)).version).toBe(4);
    expect((await openLexicon(database, ENGLISH)).version).toBe(4);
  });

  test("openLexicon() refuses a language that is not there, and says which are", async () => {
    await openLexicon(database, ENGLISH);
    const before = await recorded();
    const error = await openLexicon(database, { ...ENGLISH, language: "klingon" })
      .then(() => null, (error) => error);
    expect(error.code).toBe("INVALID_CONFIG");
    expect(error.message).toContain('"klingon"');
    expect(error.message).toMatch(/arabic, .*english, .*simple, .*yiddish/);
    expect(await recorded()).toEqual(before);
  });

  test("openLexicon() leaves record and rows of a newer analysis alone", async () => {
    await openLexicon(database, ENGLISH);
    const newer = JSON.stringify({ analysis: ANALYSIS_VERSION + 1, ...ENGLISH });
    await database.query(
      `insert into bicameral.meta values ('lexical', $1), ('lexical_version', '7'), ('lexical_done', '7')
       on conflict (key) do update set value = excluded.value`,
      [newer],
    );
    expect((await openLexicon(database, ENGLISH)).version).toBe(0);
    // What is written now, the newer one has to look for.
    expect(await recorded()).toEqual({ lexical: newer, lexical_version: "7" });
    // Settings of one's own are something else: whoever asks for them has them.
    expect((await openLexicon(database, { ...ENGLISH, textTemplate: "{text}" })).version).toBe(8);
  });

  test("openLexicon() makes a GIN index where the engine has no BM25", async () => {
    const lexicon = await openLexicon(withoutBm25(database), ENGLISH);
    expect(lexicon).toEqual({ language: "english", version: 1, kind: "tsvector" });
    expect(await openLexicon(withoutBm25(database), ENGLISH)).toEqual(lexicon);
    expect((await index()).map(({ definition }) => definition))
      .toEqual(["CREATE INDEX memories_words ON bicameral.memories USING gin (words)"]);
  });
});
