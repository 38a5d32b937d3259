import { afterAll, describe, expect, test } from "bun:test";
import { createMemory, type MemoryStore, type Mode } from "../../mod.ts";
import { fakeEmbedder, fakeLarge } from "../../testing/fake_embedder.ts";
import { makeScratch } from "../../testing/stores.ts";
import { codeOf, gather, openTestStore, until } from "../../testing/test_store.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

/** Opens a store in one mode after the other; its directory stays. */
function reopened(): (mode: Mode, present?: () => boolean) => Promise<MemoryStore> {
  const dataDir = scratch.path();
  return (mode, present = () => true) =>
    createMemory({
      dataDir,
      mode,
      durability: "process",
      small: fakeEmbedder(),
      large: fakeLarge({ present }),
    });
}

async function spacesOf(memory: MemoryStore, id: string): Promise<string[]> {
  return ((await memory.get(id))?.spaces ?? []).map((space) =>
    space.split("-").slice(0, 2).join("-")
  );
}

const [SMALL, LARGE] = ["fake-384", "fake-1024"];

describe("cpu mode", () => {
  test("cpu mode writes 384 only", async () => {
    const memory = await openTestStore({ mode: "cpu" });
    const { id } = await memory.add({ text: "The ferry leaves at noon." });
    expect(await spacesOf(memory, id)).toEqual([SMALL!]);
    const { hits, retrievers } = await memory.search("ferry");
    expect(hits[0]?.id).toBe(id);
    expect(retrievers).toEqual({
      dense384: { scan: "exact", leftOut: null },
      lexical: { scan: "index", leftOut: null },
    });
    expect((await memory.status()).spaces.map(({ retriever }) => retriever)).toEqual(["dense384"]);
    await memory.close();
  });

  test("cpu mode hides elevate", async () => {
    const memory = await openTestStore({ mode: "cpu" });
    const { id } = await memory.add({ text: "The ferry leaves at noon." });
    expect(memory.canElevate).toBe(false);
    const error = await memory.elevate(id).catch((error) => error);
    expect(error.code).toBe("ELEVATION_OFF");
    expect(error.message).toContain("auto mode only");
    expect(await spacesOf(memory, id)).toEqual([SMALL!]);
    await memory.close();
  });
});

describe("auto mode", () => {
  test("auto mode writes 384 by default", async () => {
    const memory = await openTestStore();
    expect((await memory.status()).mode).toBe("auto");
    const { id } = await memory.add({ text: "The ferry leaves at noon." });
    expect(await spacesOf(memory, id)).toEqual([SMALL!]);
    await memory.close();
  });

  test("auto mode registers elevate", async () => {
    const memory = await openTestStore();
    const { id } = await memory.add({ text: "The ferry leaves at noon." });
    expect(memory.canElevate).toBe(true);
    expect((await memory.elevate(id)).elevated).toBe(true);
    expect(await spacesOf(memory, id)).toEqual([SMALL!, LARGE!]);
    await memory.close();

    const off = await openTestStore({ elevateEnabled: false });
    expect(off.canElevate).toBe(false);
    expect((await off.status()).elevation).toBe(false);
    const error = await off.elevate(id).catch((error) => error);
    expect([error.code, error.message]).toEqual([
      "ELEVATION_OFF",
      "Elevation is switched off (elevateEnabled, ELEVATE_ENABLED).",
    ]);
    await off.close();
  });

  test("auto mode query uses rrf", async () => {
    const memory = await openTestStore();
    const texts = ["sea wind", "sea salt", "sea weed", "sea gull", "sea bird"];
    const added = await memory.addMany(texts.map((text) => ({ text })));
    await memory.elevate([added[3]!.id, added[4]!.id]);
    const all = ["dense384", "dense1024", "lexical"] as const;
    for (const asked of [all, ["dense384", "dense1024"]] as const) {
      const { hits, retrievers, coverage } = await memory.search("sea gull", {
        // All of the mode are asked where none are named.
        ...(asked !== all && { retrievers: asked }),
        fusion: "rrf",
        coverage: false,
        trustWeight: 0,
        explain: true,
      });
      expect(Object.keys(retrievers)).toEqual([...asked]);
      expect(coverage).toBe(2 / 5);
      expect(hits).toHaveLength(5);
      for (const hit of hits) {
        const ranks = Object.values(hit.retrievers).map(({ rank }) => rank);
        const fused = ranks.reduce<number>((sum, rank) => sum + 1 / (60 + rank!), 0);
        expect(hit.explanation?.fused).toBeCloseTo(fused, 12);
        expect(hit.score).toBeCloseTo(fused, 12);
        const shares = Object.values(hit.explanation?.shares ?? {});
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
      }
      expect(hits[0]?.text).toBe("sea gull");
      expect(Object.entries(hits[0]!.retrievers).map(([name, { rank }]) => [name, rank]))
        .toEqual(asked.map((name) => [name, 1]));
    }
    await memory.close();
  });

  test("search() with coverage counts a large rank by the share that is elevated", async () => {
    const memory = await openTestStore();
    const added = await memory.addMany(
      ["sea wind", "sea salt", "sea weed", "sea gull"].map((text) => ({ text })),
    );
    await memory.elevate(added[3]!.id);
    const options = { fusion: "rrf", trustWeight: 0, explain: true } as const;
    const { hits } = await memory.search("sea gull", {
      ...options,
      retrievers: ["dense384", "dense1024"],
    });
    // One of four: rank 1 of the large list counts as (1 − ½) · 4 + ½; the others vote twice.
    expect(hits[0]?.score).toBeCloseTo(1 / 61 + 1 / (60 + 2.5), 12);
    for (const hit of hits.slice(1)) {
      expect(hit.score).toBeCloseTo(2 / (60 + hit.retrievers["dense384"]!.rank!), 12);
    }
    // Words count by their ranks as they are.
    const { hits: [best] } = await memory.search("sea gull", options);
    expect(best?.score).toBeCloseTo(1 / 61 + 1 / (60 + 2.5) + 1 / 61, 12);
    await memory.close();
  });

  test("search() explains a vote beyond the hits that were fetched, by rrf too", async () => {
    const memory = await openTestStore();
    const added = await memory.addMany(
      Array.from(
        { length: 12 },
        (_, i) => ({ text: `sea ${"abcdefghijkl"[i]} ${i % 3 ? "wind" : "salt"}` }),
      ),
    );
    await memory.elevate(added.map((result) => result!.id));
    const { hits } = await memory.search("sea salt a", {
      k: 3,
      fetchK: 3,
      fusion: "rrf",
      explain: true,
    });
    expect(hits).toHaveLength(3);
    for (const hit of hits) {
      const { dense384, dense1024 } = hit.retrievers;
      expect([dense384?.score, dense1024?.score]).toEqual([expect.any(Number), expect.any(Number)]);
      expect(hit.explanation?.coverage).toBe(1);
    }
    const [weighted] = (await memory.search("sea salt a", { explain: true })).hits;
    expect(weighted?.explanation?.coverage).toBe(null);
    await memory.close();
  });

  test("search() asks the small space alone where nothing under the filter is elevated", async () => {
    const memory = await openTestStore();
    const [{ id }] = await memory.addMany([
      { text: "sea wind", speaker: "Jo" },
      { text: "sea gull", speaker: "Mo" },
    ]) as unknown as [{ id: string }];
    await memory.elevate(id);
    const mo = await memory.search("sea", { filter: { speaker: "Mo" } });
    expect([Object.keys(mo.retrievers), mo.coverage]).toEqual([["dense384", "lexical"], null]);
    const jo = await memory.search("sea", { filter: { speaker: "Jo" } });
    expect([Object.keys(jo.retrievers), jo.coverage])
      .toEqual([["dense384", "dense1024", "lexical"], 1]);
    await memory.close();
  });

  test("search() leaves the large space out, and says so, where its model is not here", async () => {
    const open = reopened();
    const before = await open("auto");
    const { id } = await before.add({ text: "The ferry leaves at noon." });
    await before.elevate(id);
    await before.close();

    let present = false;
    const memory = await open("auto", () => present);
    const { hits, retrievers } = await memory.search("ferry");
    expect(hits[0]?.id).toBe(id);
    expect(retrievers["dense1024"])
      .toEqual({ scan: null, leftOut: expect.stringContaining("models pull") });
    const { spaces } = await memory.status();
    expect(spaces[1]).toMatchObject({
      state: "missing",
      vectors: 1,
      notes: [expect.stringContaining("models pull")],
    });
    const other = await memory.add({ text: "Another one." });
    const error = await memory.elevate(other.id).catch((error) => error);
    expect([error.code, error.message])
      .toEqual(["MODEL_NOT_AVAILABLE", expect.stringContaining("models pull")]);
    expect((await memory.get(other.id, { events: true }))?.events).toEqual([]);
    present = true;
    expect(Object.keys((await memory.search("ferry")).retrievers))
      .toEqual(["dense384", "dense1024", "lexical"]);
    await memory.close();
  });

  test("search() leaves the large space out where its model fails", async () => {
    const source = fakeLarge();
    const memory = await openTestStore({
      large: {
        ...source,
        async open() {
          const embedder = await source.open();
          embedder.embedQueries = () => Promise.reject(new Error("the adapter was lost"));
          return embedder;
        },
      },
    });
    const { id } = await memory.add({ text: "The ferry leaves at noon." });
    await memory.elevate(id);
    const { hits, retrievers } = await memory.search("ferry");
    expect(hits[0]?.id).toBe(id);
    expect(retrievers["dense1024"]).toEqual({ scan: null, leftOut: "the adapter was lost" });
    await memory.close();
  });

  test("search() does not wait time and again for a model that does not open", async () => {
    let opened = 0;
    const dataDir = scratch.path();
    const before = await createMemory({ dataDir, small: fakeEmbedder(), large: fakeLarge() });
    await before.elevate((await before.add({ text: "sea gull" })).id);
    await before.close();
    const memory = await createMemory({
      dataDir,
      small: fakeEmbedder(),
      large: fakeLarge({
        onOpen() {
          opened++;
          throw new Error("the GPU is on fire");
        },
      }),
    });
    for (let i = 0; i < 3; i++) {
      const { retrievers } = await memory.search("gull");
      expect(retrievers["dense1024"]?.leftOut).toContain("the GPU is on fire");
    }
    expect(opened).toBe(1);
    await memory.close();
  });

  test("auto mode finds what is in the large space only, and embeds it in the small one", async () => {
    const open = reopened();
    const gpu = await open("gpu");
    const { id } = await gpu.add({ text: "The ferry leaves at noon." });
    expect(await spacesOf(gpu, id)).toEqual([LARGE!]);
    await gpu.close();

    const memory = await open("auto");
    const { hits } = await memory.search("ferry", { retrievers: ["dense384", "dense1024"] });
    expect(hits[0]?.id).toBe(id);
    await until(async () => (await memory.status()).pending === 0);
    expect(await spacesOf(memory, id)).toEqual([SMALL!, LARGE!]);
    expect((await memory.get(id, { events: true }))?.trust).toBe(0.5);
    await memory.close();
  });
});

describe("gpu mode", () => {
  test("gpu mode writes 1024 only", async () => {
    const memory = await openTestStore({ mode: "gpu" });
    const { id, pending } = await memory.add({ text: "The ferry leaves at noon." });
    expect(pending).toBe(false);
    expect(await spacesOf(memory, id)).toEqual([LARGE!]);
    const [exported] = await gather(memory.export());
    expect(Object.values(exported!.vectors).map((vector) => vector.length)).toEqual([1024]);
    const { hits, retrievers } = await memory.search("ferry");
    expect(hits[0]?.id).toBe(id);
    expect(Object.keys(retrievers)).toEqual(["dense1024", "lexical"]);
    await memory.close();
  });

  test("gpu mode hides elevate", async () => {
    const memory = await openTestStore({ mode: "gpu" });
    const { id } = await memory.add({ text: "The ferry leaves at noon." });
    expect(memory.canElevate).toBe(false);
    expect(await codeOf(memory.elevate(id))).toBe("ELEVATION_OFF");
    await memory.close();
  });

  test("gpu mode without a GPU says in status() that the CPU does it", async () => {
    const memory = await openTestStore({ mode: "gpu" });
    expect((await memory.status()).notes)
      .toEqual(["No GPU is in use: gpu mode runs the large model on cpu."]);
    await memory.close();
  });

  test("gpu mode keeps what it adds pending until its model is on the machine, found lexically", async () => {
    let present = false;
    const memory = await openTestStore({
      mode: "gpu",
      large: fakeLarge({ present: () => present }),
    });
    const { id, pending } = await memory.add({ text: "The ferry leaves at noon." });
    expect(pending).toBe(true);
    expect(await memory.add({ text: "The ferry leaves at noon." })).toMatchObject({ id, pending });
    expect(await memory.status()).toMatchObject({ pending: 1, needsReembedding: 0 });
    const found = await memory.search("ferry");
    expect(found.hits.map((hit) => [hit.id, Object.keys(hit.retrievers)]))
      .toEqual([[id, ["lexical"]]]);
    expect(found.retrievers).toEqual({
      lexical: { scan: "index", leftOut: null },
      dense1024: { scan: null, leftOut: expect.stringContaining("models pull") },
    });
    const dense = { retrievers: ["dense1024"] } as const;
    expect(await codeOf(memory.search("ferry", dense))).toBe("MODEL_NOT_AVAILABLE");
    present = true;
    expect(await memory.reembed()).toEqual({ done: 1, failed: 0, total: 1 });
    expect((await memory.search("ferry", dense)).hits[0]?.id).toBe(id);
    await memory.close();
  });

  test("gpu mode leaves what is in the small space as it is when it is added again", async () => {
    const open = reopened();
    const before = await open("cpu");
    const { id } = await before.add({ text: "sea gull" });
    await before.close();
    const memory = await open("gpu");
    expect(await memory.add({ text: "sea gull" })).toMatchObject({
      id,
      created: false,
      pending: false,
    });
    expect((await memory.status()).pending).toBe(0);
    await memory.close();
  });

  test("gpu mode says what of the small space it does not see, and reembed() brings it over", async () => {
    const open = reopened();
    const auto = await open("auto");
    const { id } = await auto.add({ text: "The ferry leaves at noon." });
    await auto.close();

    const memory = await open("gpu");
    const dense = { retrievers: ["dense1024"] } as const;
    expect((await memory.search("ferry", dense)).hits).toEqual([]);
    const { hits: [only] } = await memory.search("ferry");
    expect([only?.id, Object.keys(only!.retrievers)]).toEqual([id, ["lexical"]]);
    const status = await memory.status();
    expect(status).toMatchObject({ pending: 0, needsReembedding: 1 });
    expect(status.notes[0]).toContain("1 memory is in the small space only");
    expect(await memory.reembed()).toEqual({ done: 1, failed: 0, total: 1 });
    expect((await memory.search("ferry", dense)).hits[0]?.id).toBe(id);
    expect((await memory.get(id, { events: true }))?.events).toMatchObject([{
      kind: "reembedded",
    }]);
    await memory.close();

    const cpu = await open("cpu");
    expect((await cpu.search("ferry", { retrievers: ["dense384"] })).hits[0]?.id).toBe(id);
    expect((await cpu.status()).notes)
      .toEqual(["1 memory is in the large space too, which cpu mode does not search."]);
    await cpu.close();
  });
});
