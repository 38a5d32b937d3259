import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { openPglite } from "../../backends/database/pglite.ts";
import type { MemoryStore } from "../../mod.ts";
import { foundInIndex } from "../../testing/lexical_index.ts";
import { CACHE } from "../../testing/stores.ts";
import { openStoreOn } from "../../testing/test_store.ts";
import type { Database } from "../database.ts";
import { analyse } from "../text/analyse.ts";
import { MAX_LEX_BYTES } from "./lexical_rows.ts";

/** Full-text search's share of what is written. */

const MAX_TEXT_BYTES = 10_000_000;

let database: Database;
let store: MemoryStore;
beforeAll(async () => {
  database = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  store = await openStoreOn(database, { maxTextBytes: MAX_TEXT_BYTES });
}, 30_000);
afterAll(() => store.close());

interface Row {
  readonly lex: string;
  readonly words: string;
  readonly lex_version: number;
}

async function rowOf(id: string): Promise<Row> {
  const [row] = await database.query<Row>(
    "select lex, words::text, lex_version from bicameral.memories where id = $1",
    [id],
  );
  return row!;
}

function find(query: string): Promise<string[]> {
  return foundInIndex(database, analyse(query));
}

describe("full-text search's rows", () => {
  test("a memory is found by its words at once, its speaker and date among them", async () => {
    const { id } = await store.add({
      text: "The ferries were running late.",
      speaker: "Zoë",
      occurredAt: "2024-03-09",
    });
    expect(await rowOf(id)).toEqual({
      lex: "on 9 march 2024 zoe said the ferries were running late",
      words: "'2024':4 '9':2 'ferri':8 'late':11 'march':3 'run':10 'said':6 'zoe':5",
      lex_version: 1,
    });
    for (const query of ["ferry", "run", "ZOE", "March 2024"]) {
      expect(await find(query)).toEqual([id]);
    }
    expect(await find("zeppelin")).toEqual([]);
  });

  test("an update is found by what it says now, and a forgotten memory by nothing", async () => {
    const added = await store.addMany([
      { text: "A heron stood in the reeds." },
      { text: "Another heron flew off." },
    ]);
    const [one, two] = added.map((result) => result!.id).sort() as [string, string];
    expect(await find("heron")).toEqual([one, two]);
    await store.update(one, { text: "A bittern stood in the reeds." });
    await store.update(two, { speaker: "Bashō" });
    expect(await find("heron")).toEqual([two]);
    expect(await find("bittern")).toEqual([one]);
    expect(await find("basho")).toEqual([two]);
    expect((await rowOf(two)).words).toContain("'basho':1");
    await store.forget(two);
    for (
      const maintenance of [null, "vacuum bicameral.memories", "vacuum full bicameral.memories"]
    ) {
      if (maintenance !== null) await database.maintain(maintenance);
      expect(await find("heron")).toEqual([]);
      expect(await find("basho")).toEqual([]);
      expect(await find("bittern")).toEqual([one]);
    }
  });

  test("rows that take the place of forgotten ones are found as themselves", async () => {
    const cranes = Array.from({ length: 40 }, (_, i) => ({ text: `crane number ${i}` }));
    const ids = (await store.addMany(cranes)).map((result) => result!.id);
    await database.query("select bm25_spill_index('bicameral.memories_lex')");
    await store.forget(ids.slice(0, 30));
    await database.maintain("vacuum bicameral.memories");
    const storks = await store.addMany(
      cranes.slice(0, 30).map(({ text }) => ({ text: text.replace("crane", "stork") })),
    );
    expect(await find("stork")).toEqual(storks.map((result) => result!.id).sort());
    expect(await find("crane")).toEqual(ids.slice(30).sort());
  });

  test("an update of what is not searched leaves the analysis alone", async () => {
    const { id } = await store.add({ text: "Lichen grows on the north side." });
    const before = await rowOf(id);
    await store.update(id, { metadata: { place: "north" } });
    expect(await rowOf(id)).toEqual(before);
  });

  const huge: [string, (i: number) => string][] = [
    ["short words", (i) => `${i.toString(36)} `],
    ["characters without spaces", (i) => String.fromCodePoint(0x4e00 + i * 7919 % 20_000)],
    ["identifiers", (i) => `a${i}-b.c/D_${i} `],
    ["emoji", (i) => String.fromCodePoint(0x1f300 + i % 256)],
    ["one word", () => "ё"],
  ];
  for (const [name, make] of huge) {
    test(`a part of 10 MB is stored and its beginning is found: ${name}`, async () => {
      let text = "";
      for (let i = 0; text.length * 3 < MAX_TEXT_BYTES - 100; i++) text += make(i);
      const { vectors: [vector] } = await vectorOf();
      const { id } = await store.add({
        text: `quagga ${text}`,
        documentId: "01a22e4e-2d51-7203-a892-019f1c5e178c",
        part: 0,
        vectors: { [vector!.space]: vector!.values },
      });
      const { lex, lex_version } = await rowOf(id);
      expect(lex_version).toBe(1);
      expect(new TextEncoder().encode(lex).length).toBeLessThanOrEqual(MAX_LEX_BYTES);
      expect(await find("quagga")).toEqual([id]);
      await store.forget(id);
    }, 60_000);
  }

  /** Any vector will do: the fake model would take long. */
  async function vectorOf() {
    const { spaces } = await store.status();
    const values = new Float32Array(384).fill(1 / Math.sqrt(384));
    return { vectors: [{ space: spaces[0]!.id, values }] };
  }

  test("no text that may be added fails for its analysis", async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.string({ unit: "binary", minLength: 1, maxLength: 3 }),
        fc.constantFrom(..."\0\ud800\udc00\ufeff\u200d'\\:&|!<>()*%"),
      ),
      maxLength: 40,
    });
    const memory = fc.record({ text, speaker: fc.option(text, { nil: undefined }) });
    const batch = fc.array(memory, { minLength: 20, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(batch, async (memories) => {
        const refused: Error[] = [];
        const given = memories.map(({ text, speaker }) => ({ text, ...(speaker && { speaker }) }));
        const added = await store.addMany(given, { onReject: (_, error) => refused.push(error) });
        for (const error of refused) expect(error).toMatchObject({ code: "INVALID_INPUT" });
        expect(added.filter((result) => result === null)).toHaveLength(refused.length);
      }),
      { numRuns: 30 },
    );
    const without = "select from bicameral.memories where lex is null or words is null";
    expect(await database.query(without)).toEqual([]);
  }, 60_000);
});
