import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type EngineStore, openEngineStore } from "../../testing/engine_store.ts";
import { LexicalRetriever } from "./lexical.ts";

/** What words find, by whichever means the engine has. */
describe.each(["bm25", "tsvector"] as const)("full-text search by %s", (kind) => {
  let opened: EngineStore;
  let namespaces = 0;
  const fresh = () => ({ namespace: `lexical-${++namespaces}` });

  beforeAll(async () => {
    opened = await openEngineStore({ bm25: kind === "bm25" });
  }, 30_000);
  afterAll(() => opened?.store.close());

  /** Texts found by words alone, best first. */
  async function found(query: string, options: object = {}): Promise<string[]> {
    const { hits } = await opened.store.search(query, {
      retrievers: ["lexical"],
      k: 100,
      ...options,
    });
    return hits.map(({ text }) => text);
  }

  test("search() finds what was just written, and nothing that does not match", async () => {
    const at = fresh();
    await opened.store.add({ text: "The ferry leaves at noon." }, at);
    expect(await found("ferry", at)).toEqual(["The ferry leaves at noon."]);
    await opened.store.add({ text: "Ferries are late today." }, at);
    await opened.store.add({ text: "Bring bread and cheese." }, at);
    expect((await found("a ferry", at)).sort())
      .toEqual(["Ferries are late today.", "The ferry leaves at noon."]);
    expect(await found("submarine", at)).toEqual([]);
    expect(await found("bread submarine", at)).toEqual(["Bring bread and cheese."]);
  });

  test("search() finds identifiers verbatim and by their parts, and bigrams of other scripts", async () => {
    const at = fresh();
    const texts = [
      "The crash is in src/memory/addMany.ts, see ERR_MODULE_NOT_FOUND",
      "重跑gen-itgc后 it was gone",
      "Release 2026.4.10 is out",
      "東京タワーに行きました",
      "Call parse_query_string first",
      "Привет, как дела в Москве?",
    ];
    await opened.store.addMany(texts.map((text) => ({ text })), at);
    const queries: [string, number][] = [
      ["src/memory/addMany.ts", 0],
      ["addMany", 0],
      ["ERR_MODULE_NOT_FOUND", 0],
      ["gen-itgc", 1],
      ["重跑", 1],
      ["2026.4.10", 2],
      ["東京", 3],
      ["タワー", 3],
      ["parse_query_string", 4],
      ["query string", 4],
      ["МОСКВЕ", 5],
    ];
    for (const [query, at0] of queries) {
      expect([query, (await found(query, at))[0]]).toEqual([query, texts[at0] as string]);
    }
    expect(await found("2026.4.11", at)).not.toContain("Bring bread and cheese.");
  });

  test("search() finds a turn by its speaker and its day", async () => {
    const at = fresh();
    const day = new Date("2024-03-09T10:00:00Z");
    await opened.store.add({ text: "I moved.", speaker: "Mira", occurredAt: day }, at);
    await opened.store.add({ text: "Me too.", speaker: "Odile" }, at);
    expect(await found("Mira", at)).toEqual(["I moved."]);
    expect(await found("9 March 2024", at)).toEqual(["I moved."]);
  });

  test("search() ranks by rarity, and by how often and in how short a text", async () => {
    const at = fresh();
    await opened.store.addMany([
      ...Array.from({ length: 20 }, (_, i) => ({ text: `The harbour has a boat, number ${i}.` })),
      { text: "A lantern in the harbour." },
      { text: "A lantern, a second lantern and a third lantern." },
      { text: `A lantern ${"and many other things that nobody ever wanted to see ".repeat(4)}` },
    ], at);
    expect((await found("lantern harbour", at))[0]).toBe("A lantern in the harbour.");
    const [often, short, long] = await found("lantern", at);
    expect([often, short]).toEqual([
      "A lantern, a second lantern and a third lantern.",
      "A lantern in the harbour.",
    ]);
    expect(long).toContain("many other things");
  });

  test(
    "search() returns every match of a filter, however common the words and rare the filter",
    async () => {
      const at = fresh();
      const vector = new Float32Array(384).fill(Math.sqrt(1 / 384));
      const { spaces: [space] } = await opened.store.status();
      const added = await opened.store.addMany(
        Array.from({ length: 3000 }, (_, i) => ({
          text: `tide tide tide ${i}`,
          metadata: { rare: i % 1000 === 999 },
          vectors: { [space!.id]: vector },
        })),
        at,
      );
      expect((await found("tide", { ...at, filter: { metadata: { rare: true } } })).length).toBe(3);
      const ids = [2990, 2999].map((i) => added[i]!.id);
      expect((await found("tide", { ...at, filter: { ids } })).length).toBe(2);
      expect((await found("tide", at)).length).toBe(100);
    },
    30_000,
  );

  test("search() keeps namespaces and distrusted memories apart", async () => {
    const [here, there] = [fresh(), fresh()];
    await opened.store.add({ text: "the heron" }, here);
    await opened.store.add({ text: "another heron" }, there);
    await opened.store.add({ text: "a heron that lies", trust: 0.1 }, here);
    expect(await found("heron", here)).toEqual(["the heron"]);
    expect((await found("heron", { ...here, minTrust: 0 })).length).toBe(2);
  });

  test("search() finds an edited memory by its new words alone, and a forgotten one not at all", async () => {
    const at = fresh();
    const { id } = await opened.store.add({ text: "The key is under the mat." }, at);
    await opened.store.update(id, { text: "The key is in the drawer." }, at);
    expect(await found("mat", at)).toEqual([]);
    expect(await found("drawer", at)).toEqual(["The key is in the drawer."]);
    await opened.store.forget(id, at);
    expect(await found("drawer", at)).toEqual([]);
    await opened.database.maintain("vacuum bicameral.memories");
    expect(await found("drawer key", at)).toEqual([]);
  });

  test("search() reads nothing in a query as syntax", async () => {
    const at = fresh();
    await opened.store.add({ text: "plain words" }, at);
    const hostile = fc.string({ unit: "binary", maxLength: 60 });
    const syntax = fc.constantFrom(
      "'); drop table bicameral.memories; --",
      "plain & !words | (",
      "a:* <-> b",
      "\\",
      "''",
      "$1 %s %L",
      "bicameral.memories_lex:plain",
      "!",
      "the of and",
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(syntax, hostile), async (query) => {
        if (query.trim() === "" || query.includes("\0") || !query.isWellFormed()) return;
        const texts = await found(query, at);
        expect(texts.every((text) => text === "plain words")).toBe(true);
      }),
      { numRuns: 150 },
    );
    expect(await found("plain !words", at)).toEqual(["plain words"]);
  });

  test("search() gives scores that fall with the rank, above zero, in namespaces of any size", async () => {
    for (const size of [1, 2, 7, 150]) {
      const at = fresh();
      await opened.store.addMany(
        Array.from({ length: size }, (_, i) => ({ text: `swallow ${"nest ".repeat(i % 5)}${i}` })),
        at,
      );
      const { hits } = await opened.store.search("swallow nest", {
        ...at,
        retrievers: ["lexical"],
        trustWeight: 0,
        k: 100,
      });
      expect(hits.length).toBe(Math.min(size, 100));
      const scores = hits.map(({ retrievers }) => retrievers["lexical"]!.score);
      expect(hits.map(({ retrievers }) => retrievers["lexical"]!.rank))
        .toEqual(hits.map((_, i) => i + 1));
      const few = await opened.store.search("swallow nest", {
        ...at,
        retrievers: ["lexical"],
        trustWeight: 0,
        k: 2,
        fetchK: 2,
      });
      expect(few.hits.length).toBe(Math.min(size, 2));
      for (const [i, { score }] of few.hits.entries()) expect(score).toBeCloseTo(scores[i]!, 5);
      expect(scores.every((score, i) => score > 0 && score <= (scores[i - 1] ?? Infinity))).toBe(
        true,
      );
      if (kind === "tsvector") continue;
      const ids = hits.map(({ id }) => id);
      const exact = await opened.database.query<{ score: number }>(
        `select -(m.lex <@> to_bm25query('swallow nest', 'bicameral.memories_lex')) as score
         from unnest($1::uuid[]) with ordinality wanted (id, place)
         join bicameral.memories m using (id) order by place`,
        [ids],
      );
      for (const [i, { score }] of exact.entries()) expect(scores[i]).toBeCloseTo(score, 3);
    }
  });

  const name = "search() has the same hits and scores where the database sorts";
  (kind === "bm25" ? test : test.skip)(`${name} (BM25 alone)`, async () => {
    const at = fresh();
    await opened.store.addMany(
      Array.from({ length: 150 }, (_, i) => ({
        text: i % 3 === 0 ? `plain ${i}` : `keel ${"rope ".repeat(i % 40)}${i}`,
      })),
      at,
    );
    const retriever = new LexicalRetriever(opened.database, { language: "english", kind });
    const lookup = await retriever.prepare("keel rope");
    const search = async (limit: number) =>
      (await lookup({ ...at, filter: {}, minTrust: 0.3, limit })).hits;
    for (const limit of [1, 20, 140]) {
      const indexed = await search(limit);
      await opened.database.query("set enable_indexscan = off");
      const sorted = await search(limit).finally(() =>
        opened.database.query("reset enable_indexscan")
      );
      expect(indexed.length).toBe(Math.min(limit, 100));
      expect(sorted.length).toBe(indexed.length);
      for (const [i, { score }] of sorted.entries()) {
        // An index that holds rows yet unwritten scores up to 4% apart (pg_textsearch 1.5.1).
        expect(Math.abs(score - indexed[i]!.score)).toBeLessThan(0.05 * score);
      }
    }
  });
});
