import { describe, expect, test } from "bun:test";
import type { MemoryStore } from "../../mod.ts";
import { fakeLarge } from "../../testing/fake_embedder.ts";
import { codeOf, gather, openTestStore, sharedStore, until } from "../../testing/test_store.ts";

const shared = sharedStore();
const MISSING = "01a22e4e-2d51-7203-a892-019f1c5e178c";

async function eventsOf(memory: MemoryStore, id: string, at: { namespace: string }) {
  return (await memory.get(id, { ...at, events: true }))?.events ?? [];
}

/** Vectors in the large space, over all namespaces. */
async function elevatedIn(memory: MemoryStore): Promise<number> {
  return (await memory.status()).spaces[1]?.vectors ?? 0;
}

describe("elevate()", () => {
  test("elevate inserts into memories_1024", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "The ferry leaves at noon." }, at);
    const result = await shared.store.elevate(id, at);
    expect(result).toEqual({
      memoryId: id,
      elevated: true,
      elevationId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      model: "test/fake-1024",
    });
    const memory = await shared.store.get(id, { ...at, events: true });
    expect(memory?.spaces).toHaveLength(2);
    expect(memory?.trust).toBe(0.6);
    expect(memory?.events).toMatchObject([
      { kind: "elevated", trustBefore: 0.5, trustAfter: 0.6, actor: "user" },
    ]);
    const [exported] = await gather(shared.store.export(at));
    expect(Object.values(exported!.vectors).map((vector) => vector.length)).toEqual([384, 1024]);
  });

  test("elevate does not duplicate", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "The ferry leaves at noon." }, at);
    const before = await elevatedIn(shared.store);
    const first = await shared.store.elevate(id, at);
    const second = await shared.store.elevate(id, at);
    expect(second).toEqual({ ...first, elevated: false });
    expect(await elevatedIn(shared.store)).toBe(before + 1);
    expect((await shared.store.get(id, at))?.trust).toBe(0.6);
    expect(await eventsOf(shared.store, id, at)).toHaveLength(1);
  });

  test("elevate() fifty times at once makes one row, one bump and one embedding", async () => {
    let embedded = 0;
    const memory = await openTestStore({
      large: fakeLarge({ onDocument: () => void embedded++ }),
    });
    const { id } = await memory.add({ text: "The ferry leaves at noon." });
    const results = await Promise.all(Array.from({ length: 50 }, () => memory.elevate(id)));
    expect(results.filter(({ elevated }) => elevated)).toHaveLength(1);
    expect(new Set(results.map(({ elevationId }) => elevationId)).size).toBe(1);
    expect([await elevatedIn(memory), embedded]).toEqual([1, 1]);
    expect(await memory.get(id, { events: true })).toMatchObject({
      trust: 0.6,
      events: [{ kind: "elevated" }],
    });
    await memory.close();
  });

  test("elevate() never brings trust above 1, and keeps it to four decimals", async () => {
    const at = shared.fresh();
    const trusts = [[0.95, 1], [1, 1], [0.3, 0.4], [0.12345, 0.2235]] as const;
    for (const [before, after] of trusts) {
      const { id } = await shared.store.add({ text: `trusted ${before}`, trust: before }, at);
      await shared.store.elevate(id, at);
      expect((await shared.store.get(id, at))?.trust).toBe(after);
    }
  });

  test("elevate() takes many ids, each once and in their order, and tells how far it is", async () => {
    const at = shared.fresh();
    const added = await shared.store.addMany(
      Array.from({ length: 70 }, (_, i) => ({ text: `one of many ${i}` })),
      at,
    );
    const ids = added.map((result) => result!.id).toReversed();
    await shared.store.elevate(ids[1]!, at);
    const steps: number[] = [];
    const results = await shared.store.elevate([...ids, ids[0]!.toUpperCase()], {
      ...at,
      onProgress: ({ done, total }) => steps.push(done, total),
    });
    expect(results.map(({ memoryId }) => memoryId)).toEqual(ids);
    expect(results.map(({ elevated }) => elevated)).toEqual(ids.map((_, i) => i !== 1));
    expect(steps).toEqual([32, 70, 64, 70, 70, 70]);
    expect(await shared.store.elevate([], at)).toEqual([]);
  });

  test("elevate() takes the best that a query finds", async () => {
    const at = shared.fresh();
    await shared.store.addMany([
      { text: "gull and sand", speaker: "Jo" },
      { text: "gull", speaker: "Mo" },
      { text: "volcano", speaker: "Jo" },
    ], at);
    const filter = { speaker: "Jo" };
    const [best, ...rest] = await shared.store.elevate({ query: "gull", limit: 1, filter }, at);
    expect(rest).toEqual([]);
    expect((await shared.store.get(best!.memoryId, at))?.text).toBe("gull and sand");
  });

  test("elevate() writes down that a tool asked for it", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "The ferry leaves at noon." }, at);
    await shared.store.elevate(id, { ...at, by: "tool:elevate_memory_to_1024" });
    expect(await eventsOf(shared.store, id, at))
      .toMatchObject([{ actor: "tool:elevate_memory_to_1024" }]);
  });

  test("elevate() refuses what is not there, before anything is done", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "The ferry leaves at noon." }, at);
    expect(await codeOf(shared.store.elevate(MISSING, at))).toBe("NOT_FOUND");
    expect(await codeOf(shared.store.elevate([id, MISSING], at))).toBe("NOT_FOUND");
    expect(await codeOf(shared.store.elevate(id, shared.fresh()))).toBe("NOT_FOUND");
    const many = await shared.store.addMany(
      Array.from({ length: 40 }, (_, i) => ({ text: `many ${i}` })),
      at,
    );
    const ids = many.map((result) => result!.id);
    expect(await codeOf(shared.store.elevate([...ids, MISSING], at))).toBe("NOT_FOUND");
    for (
      const [what, options] of [
        ["no id", {}],
        [[1], {}],
        [{ query: "" }, {}],
        [{ query: "x", limit: 101 }, {}],
        [{ query: "x", k: 1 }, {}],
        [id, { by: "auto" }],
        [null, {}],
      ] as const
    ) {
      expect(await codeOf(shared.store.elevate(what as never, { ...at, ...options as object })))
        .toBe("INVALID_INPUT");
    }
    for (const memory of (await shared.store.list({ ...at, limit: 100 })).memories) {
      expect([memory.trust, memory.spaces.length]).toEqual([0.5, 1]);
    }
  });

  test("elevate() that fails leaves nothing behind", async () => {
    const memory = await openTestStore({
      large: fakeLarge({
        onDocument(text) {
          if (text.includes("poison")) throw new Error("the model fails on this one");
        },
      }),
    });
    const added = await memory.addMany([{ text: "good" }, { text: "poison" }]);
    const ids = added.map((result) => result!.id);
    expect(await codeOf(memory.elevate(ids))).toContain("the model fails");
    const abort = new AbortController();
    const cancelled = memory.elevate(ids[0]!, { signal: abort.signal });
    abort.abort(new Error("changed my mind"));
    expect(await codeOf(cancelled)).toBe("changed my mind");
    for (const id of ids) {
      expect(await memory.get(id, { events: true })).toMatchObject({ trust: 0.5, events: [] });
    }
    expect(await elevatedIn(memory)).toBe(0);
    // A failure does not hold up what comes after.
    expect((await memory.elevate(ids[0]!)).elevated).toBe(true);
    await memory.close();
  });

  test("elevate() takes a memory that is pending, and one that changes meanwhile", async () => {
    const at = shared.fresh();
    shared.failOn = () => true;
    const { id, pending } = await shared.store.add({ text: "not embedded yet" }, at);
    expect([pending, (await shared.store.elevate(id, at)).elevated]).toEqual([true, true]);
    expect((await shared.store.get(id, at))?.spaces).toHaveLength(1);
    const large = { ...at, retrievers: ["dense1024"] } as const;
    expect((await shared.store.search("embedded", large)).hits[0]?.id).toBe(id);
    shared.failOn = () => false;

    let changing = Promise.resolve<unknown>(null);
    const memory = await openTestStore({
      large: fakeLarge({
        async onDocument(text) {
          if (text === "before") changing = memory.update(added.id, { text: "after" });
          await changing;
        },
      }),
    });
    const added = await memory.add({ text: "before" });
    expect((await memory.elevate(added.id)).elevated).toBe(true);
    const { hits } = await memory.search("after", { k: 1, fusion: "rrf" });
    expect(hits[0]?.retrievers["dense1024"]?.score).toBeCloseTo(1, 5);
    expect(await memory.get(added.id)).toMatchObject({ text: "after", trust: 0.6 });
    await memory.close();
  });
});

describe("an elevated memory", () => {
  test("update() makes its vectors anew in both spaces", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "gull" }, at);
    await shared.store.elevate(id, at);
    await shared.store.update(id, { text: "volcano lava", metadata: { a: 1 } }, at);
    const [hit] = (await shared.store.search("volcano lava", at)).hits;
    expect(hit?.retrievers).toMatchObject({
      dense384: { score: expect.closeTo(1, 5) },
      dense1024: { score: expect.closeTo(1, 5) },
    });
    expect(hit?.trust).toBe(0.6);
  });

  test("update() leaves its large vector to be made by itself when the model works again", async () => {
    let failing = false;
    const memory = await openTestStore({
      large: fakeLarge({
        onDocument() {
          if (failing) throw new Error("the model fails");
        },
      }),
    });
    const { id } = await memory.add({ text: "gull" });
    const { elevationId } = await memory.elevate(id);
    failing = true;
    await memory.update(id, { text: "volcano lava" });
    expect((await memory.get(id))?.spaces).toHaveLength(1);
    expect((await memory.status()).pending).toBe(1);
    // No vector of the past is searched.
    expect(Object.keys((await memory.search("gull")).retrievers))
      .toEqual(["dense384", "lexical"]);
    failing = false;
    await until(async () => (await memory.status()).pending === 0);
    const [hit] = (await memory.search("volcano lava")).hits;
    expect(hit?.retrievers["dense1024"]?.score).toBeCloseTo(1, 5);
    expect(await memory.elevate(id)).toMatchObject({ elevated: false, elevationId });
    await memory.close();
  });

  test("feedback() and forget() keep both tables in step", async () => {
    const memory = await openTestStore();
    const { id } = await memory.add({ text: "gull", trust: 0.4 });
    await memory.elevate(id);
    await memory.feedback(id, "corrected");
    await memory.feedback(id, "corrected");
    // Trust under minTrust is left out in the large space as well.
    expect((await memory.search("gull")).hits).toEqual([]);
    expect((await memory.search("gull", { minTrust: 0 })).hits).toHaveLength(1);
    expect(await memory.forget(id)).toBe(1);
    expect((await memory.status()).vectorsBySpace).toEqual({});
    await memory.close();
  });

  test("export() and add() carry its large vector over, elevated as it is", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "gull" }, at);
    await shared.store.elevate(id, at);
    const [exported] = await gather(shared.store.export(at));
    const { text, trust, vectors } = exported!;
    const target = shared.fresh();
    const copy = await shared.store.add({ text, trust, vectors }, target);
    expect((await shared.store.get(copy.id, target))?.spaces).toHaveLength(2);
    expect(await shared.store.elevate(copy.id, target)).toMatchObject({ elevated: false });
    expect((await shared.store.get(copy.id, target))?.trust).toBe(0.6);
  });

  test("reembed() makes a large vector of another model anew; until then search leaves it out", async () => {
    const { makeScratch } = await import("../../testing/stores.ts");
    const scratch = makeScratch();
    const dataDir = scratch.path();
    const before = await openTestStore({ dataDir, durability: "process" });
    const { id } = await before.add({ text: "gull" });
    await before.elevate(id);
    await before.close();
    const after = await openTestStore({
      dataDir,
      durability: "process",
      large: fakeLarge({ revision: "2" }),
    });
    expect(await after.status()).toMatchObject({ pending: 0, needsReembedding: 1 });
    expect(Object.keys((await after.search("gull")).retrievers))
      .toEqual(["dense384", "lexical"]);
    expect(await after.reembed()).toEqual({ done: 1, failed: 0, total: 1 });
    expect(Object.keys((await after.search("gull")).retrievers))
      .toEqual(["dense384", "dense1024", "lexical"]);
    await after.close();
    scratch.remove();
  });
});

describe("AutoElevation", () => {
  test("AutoElevation elevates what is trusted enough or was used often enough", async () => {
    const memory = await openTestStore({ elevateTrust: 0.8, elevateUses: 2 });
    const [trusted, used, plain] = await memory.addMany([
      { text: "trusted", trust: 0.8 },
      { text: "used" },
      { text: "plain", trust: 0.79 },
    ]) as unknown as [{ id: string }, { id: string }, { id: string }];
    await memory.feedback(used.id, "used");
    await until(async () => await elevatedIn(memory) === 1);
    await memory.feedback(used.id, "used");
    await until(async () => await elevatedIn(memory) === 2);
    expect(await eventsOf(memory, trusted.id, { namespace: "default" }))
      .toMatchObject([{ kind: "elevated", actor: "auto", trustAfter: 0.9 }]);
    expect((await memory.get(plain.id))?.spaces).toHaveLength(1);
    await memory.close();
  });

  test("AutoElevation is off by default, and where elevation is", async () => {
    for (const options of [{}, { elevateTrust: 0, elevateEnabled: false }]) {
      const memory = await openTestStore(options);
      await memory.add({ text: "trusted", trust: 1 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(await elevatedIn(memory)).toBe(0);
      await memory.close();
    }
  });

  test("AutoElevation passes over what the model fails on, and waits for a model that fails", async () => {
    let failing = true;
    const memory = await openTestStore({
      elevateTrust: 0.7,
      large: fakeLarge({
        onDocument(text) {
          if (failing && text.startsWith("bad")) throw new Error("the model fails on this one");
        },
      }),
    });
    // Ten that fail, trusted most: more than are tried at a time.
    await memory.addMany([
      ...Array.from({ length: 10 }, (_, i) => ({ text: `bad ${i}`, trust: 0.9 })),
      ...Array.from({ length: 3 }, (_, i) => ({ text: `good ${i}`, trust: 0.8 })),
    ]);
    await until(async () => await elevatedIn(memory) === 3);
    failing = false;
    await memory.close();
  });
});
