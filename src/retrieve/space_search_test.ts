import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openPglite } from "../../backends/database/pglite.ts";
import { fakeEmbedder, fakeLarge } from "../../testing/fake_embedder.ts";
import { CACHE } from "../../testing/stores.ts";
import { openStoreOn } from "../../testing/test_store.ts";
import { createMemory, type MemoryStore } from "../../mod.ts";
import type { Database } from "../database.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../embed/turn_text.ts";
import { defineSpace, LARGE, SMALL, type Space } from "../spaces/space.ts";
import { HeldCounts } from "./held.ts";
import type { Scope } from "./retriever.ts";
import { VectorSamples } from "./samples.ts";

/** A database that counts its queries. */
function counting(database: Database): { readonly database: Database; queries: number } {
  const counted = { database, queries: 0 };
  counted.database = new Proxy(database, {
    get(target, name) {
      if (name !== "query") return Reflect.get(target, name, target);
      return (...args: Parameters<Database["query"]>) => {
        counted.queries++;
        return target.query(...args);
      };
    },
  });
  return counted;
}

describe("what is known of two spaces", () => {
  let database: Database;
  let store: MemoryStore;
  let spaces: { small: Space; large: Space };
  const whole: Scope = { namespace: "sea", filter: {}, minTrust: 0 };

  beforeAll(async () => {
    database = await openPglite({ location: "memory://", cacheDirectory: CACHE });
    const [small, large] = [fakeEmbedder(), fakeLarge()];
    spaces = {
      small: await defineSpace(SMALL, small.model, DEFAULT_TEXT_TEMPLATE),
      large: await defineSpace(LARGE, large.model, DEFAULT_TEXT_TEMPLATE),
    };
    store = await openStoreOn(database, { namespace: "sea" });
    const added = await store.addMany(
      Array.from({ length: 30 }, (_, i) => ({
        text: `wave number ${i}`,
        sourceType: i % 3 === 0 ? "tide" : "wind",
      })),
    );
    await store.elevate(added.slice(0, 9).map((result) => result!.id));
    await store.add({ text: "a wave elsewhere" }, { namespace: "lake" });
  }, 30_000);
  afterAll(() => store.close());

  test("HeldCounts counts what each space holds, and both, under a filter too", async () => {
    const counts = new HeldCounts(database, spaces);
    expect(await counts.get(whole)).toEqual({ small: 30, large: 9, both: 9 });
    expect(await counts.get({ ...whole, filter: { sourceType: "tide" } }))
      .toEqual({ small: 10, large: 3, both: 3 });
    // Elevation brought these nine from 0.5 to 0.6.
    expect(await counts.get({ ...whole, minTrust: 0.55 })).toEqual({ small: 9, large: 9, both: 9 });
    expect(await counts.get({ ...whole, namespace: "lake" }))
      .toEqual({ small: 1, large: 0, both: 0 });
  });

  test("HeldCounts asks once for a scope until something is written", async () => {
    const counted = counting(database);
    const counts = new HeldCounts(counted.database, spaces);
    await Promise.all([counts.get(whole), counts.get(whole)]);
    await counts.get({ ...whole });
    expect(counted.queries).toBe(1);
    counts.forget();
    await counts.get(whole);
    expect(counted.queries).toBe(2);
  });

  test("HeldCounts leaves out what is trusted too little, without a filter too", async () => {
    const { id } = await store.add({ text: "a wave of lies", trust: 0.1 });
    await store.elevate(id);
    const counts = new HeldCounts(database, spaces);
    expect(await counts.get({ ...whole, minTrust: 0.3 })).toEqual({ small: 30, large: 9, both: 9 });
    expect(await counts.get(whole)).toEqual({ small: 31, large: 10, both: 10 });
    await store.forget(id);
  });

  test("VectorSamples draws all vectors that a small space has, whenever something was written", async () => {
    const counted = counting(database);
    const samples = new VectorSamples(counted.database, spaces.large);
    const { value: sample } = await samples.get("sea");
    expect(sample.length).toBe(9 * 1024);
    expect(Math.hypot(...sample.subarray(0, 1024))).toBeCloseTo(1, 3);
    expect((await samples.get("sea")).value).toBe(sample);
    expect(counted.queries).toBe(1);
    samples.onWritten(1);
    expect((await samples.get("sea")).value).toEqual(sample);
    expect(counted.queries).toBe(2);
    expect((await samples.get("lake")).value.length).toBe(0);
  });
});

test("search() embeds a query in both spaces side by side", async () => {
  const order: string[] = [];
  const traced = (name: string, source: ReturnType<typeof fakeEmbedder>) => ({
    ...source,
    async open() {
      const embedder = await source.open();
      const { embedQueries } = embedder;
      embedder.embedQueries = async (texts, signal) => {
        order.push(`${name} asked`);
        await new Promise((resolve) => setTimeout(resolve, 50));
        order.push(`${name} done`);
        return await embedQueries.call(embedder, texts, signal);
      };
      return embedder;
    },
  });
  const memory = await createMemory({
    dataDir: "memory://",
    small: traced("small", fakeEmbedder()),
    large: traced("large", fakeLarge()),
  });
  const { id } = await memory.add({ text: "The ferry leaves at noon." });
  await memory.elevate(id);
  await memory.search("ferry");
  expect(order.slice(0, 2).sort()).toEqual(["large asked", "small asked"]);
  await memory.close();
});
