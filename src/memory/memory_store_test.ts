import { describe, expect, test } from "bun:test";
import type { ExportedMemory } from "../../mod.ts";
import { fakeEmbedder } from "../../testing/fake_embedder.ts";
import { codeOf, openTestStore, sharedStore, until } from "../../testing/test_store.ts";

const shared = sharedStore();

describe("export(), status(), reembed(), close()", () => {
  test("export() gives every memory with its vector, which add() takes back", async () => {
    const at = shared.fresh();
    await shared.store.addMany(
      Array.from({ length: 1100 }, (_, i) => ({ text: `exported ${i}` })),
      at,
    );
    const exported = [];
    for await (const memory of shared.store.export(at)) exported.push(memory);
    expect(exported.map((memory) => memory.text))
      .toEqual(Array.from({ length: 1100 }, (_, i) => `exported ${i}`));
    expect(exported.every((memory) => Object.values(memory.vectors)[0]?.length === 384)).toBe(true);

    const target = shared.fresh();
    shared.failOn = () => true;
    await shared.store.addMany(
      exported.slice(0, 50).map(({ text, vectors }) => ({ text, vectors })),
      target,
    );
    shared.failOn = () => false;
    const copied = [];
    for await (const memory of shared.store.export(target)) copied.push(memory);
    expect(copied.map((memory) => memory.spaces)).toEqual(
      exported.slice(0, 50).map((m) => m.spaces),
    );
    const vectorOf = ({ vectors }: ExportedMemory) => Object.values(vectors)[0] as Float32Array;
    const cosine = (a: Float32Array, b: Float32Array) =>
      a.reduce((sum, x, i) => sum + x * (b[i] as number), 0);
    for (const [i, memory] of copied.entries()) {
      expect(cosine(vectorOf(memory), vectorOf(exported[i] as ExportedMemory)))
        .toBeCloseTo(1, 5);
    }
  });

  test("reembed() makes vectors of another model anew; until then search leaves them out", async () => {
    const location = `${(await import("node:os")).tmpdir()}/bicameral-${crypto.randomUUID()}`;
    const { rmSync } = await import("node:fs");
    try {
      const before = await openTestStore({ dataDir: location, durability: "process" });
      await before.addMany(Array.from({ length: 200 }, (_, i) => ({ text: `old ${i}` })));
      await before.close();

      const after = await openTestStore({
        dataDir: location,
        durability: "process",
        small: fakeEmbedder({ revision: "2" }),
      });
      await after.add({ text: "new one" });
      expect((await after.status()).needsReembedding).toBe(200);
      const dense = { k: 5, retrievers: ["dense384"] } as const;
      expect((await after.search("old 7", dense)).hits.map((hit) => hit.text)).toEqual(["new one"]);
      const words = (await after.search("old 7", { k: 5 })).hits;
      expect(words[0]).toMatchObject({ text: "old 7", retrievers: { lexical: { rank: 1 } } });
      expect(Object.keys(words[0]!.retrievers)).toEqual(["lexical"]);
      const abort = new AbortController();
      const stopped = after.reembed({ signal: abort.signal, onProgress: () => abort.abort() });
      expect(await codeOf(stopped)).not.toBe("none");
      expect((await after.status()).needsReembedding).toBe(72);
      expect(await after.reembed()).toEqual({ done: 72, failed: 0, total: 72 });
      const [old] = (await after.search("old 7", dense)).hits;
      expect(old?.text).toBe("old 7");
      expect((await after.get(old?.id ?? "", { events: true }))?.events)
        .toMatchObject([{ kind: "reembedded", trustBefore: 0.5, trustAfter: 0.5 }]);
      await after.close();
    } finally {
      rmSync(location, { recursive: true, force: true });
    }
  });

  test("search() by index finds what an exact scan finds, filters included", async () => {
    const indexed = await openTestStore({ exactBelow: 0 });
    const exact = await openTestStore();
    const words = ["sea", "tide", "mast", "rope", "gull", "crab", "sand", "wave", "reef", "salt"];
    const pick = (i: number) => words[i % words.length];
    const memories = Array.from({ length: 1200 }, (_, i) => ({
      text: `${pick(i)} ${pick(i * 7 + 3)} ${pick(i * 13 + 5)} ${i}`,
      metadata: { bucket: i % 100 },
    }));
    await indexed.addMany(memories);
    await exact.addMany(memories);
    const dense = { retrievers: ["dense384"] } as const;
    const checkAll = async () => {
      for (const query of ["sea tide", "gull crab 77", "reef"]) {
        const found = await indexed.search(query, { ...dense, k: 10 });
        const truth = await exact.search(query, { ...dense, k: 10 });
        // By score: memories that are equally near may come in either order.
        const recalled = found.hits.filter(({ score }) =>
          score >= (truth.hits[9]?.score ?? 0) - 1e-6
        );
        expect(recalled.length).toBeGreaterThanOrEqual(9);
        const options = { ...dense, k: 100, filter: { metadata: { bucket: 7 } } };
        const few = await indexed.search(query, options);
        expect(few.hits.length).toBe(12);
        expect(new Set(few.hits.map(({ text }) => text)))
          .toEqual(new Set((await exact.search(query, options)).hits.map(({ text }) => text)));
      }
    };
    await checkAll();
    await until(async () => (await indexed.status()).spaces[0]?.waiting === 0);
    expect((await indexed.status()).spaces[0]?.indexed).toBe(1200);
    await checkAll();
    expect((await indexed.search("sea tide", dense)).retrievers)
      .toEqual({ dense384: { scan: "index", leftOut: null } });
    // A changed vector leaves the graph's old place and is found at its new one.
    const [hit] = (await indexed.search("sea tide", { ...dense, k: 1 })).hits;
    await indexed.update(hit?.id as string, { text: "volcano lava" });
    expect((await indexed.search("volcano lava", { ...dense, k: 1 })).hits[0]?.id)
      .toBe(hit?.id as string);
    expect(await indexed.forget({ metadata: { bucket: 7 } })).toBe(12);
    expect((await indexed.search("sea", { k: 100, filter: { metadata: { bucket: 7 } } })).hits)
      .toEqual([]);
    await indexed.close();
    await exact.close();
  });

  test("add() keeps a memory when the model is absent, and search() says what is missing", async () => {
    let absent = true;
    const lonely = await openTestStore({
      small: fakeEmbedder({
        onOpen() {
          if (absent) throw new Error("no model file here");
        },
      }),
    });
    const { id, pending } = await lonely.add({ text: "kept all the same" });
    expect(pending).toBe(true);
    const found = await lonely.search("kept");
    expect(found.hits.map((hit) => hit.id)).toEqual([id]);
    expect(found.retrievers["dense384"]?.leftOut).toBe("no model file here");
    expect(await codeOf(lonely.search("kept", { retrievers: ["dense384"] })))
      .toBe("no model file here");
    const state = await lonely.status();
    expect(state.spaces[0]).toMatchObject({ state: "failed", notes: ["no model file here"] });
    absent = false;
    await until(async () => (await lonely.status()).pending === 0);
    expect((await lonely.search("kept", { retrievers: ["dense384"] })).hits[0]?.id).toBe(id);
    await lonely.close();
  });

  test("search() and close() do not wait for a model that keeps silent", async () => {
    const silent = await openTestStore({
      small: fakeEmbedder({ onOpen: () => new Promise(() => {}) }),
    });
    const reason = new Error("no time");
    const abort = new AbortController();
    const cancelled = silent.search("x", { signal: abort.signal });
    const waiting = [silent.search("x"), silent.add({ text: "x" }), silent.reembed()];
    setTimeout(() => abort.abort(reason), 20);
    expect(await cancelled.then(() => null, (error) => error)).toBe(reason);
    const settled = Promise.allSettled(waiting);
    await silent.close();
    expect(
      (await settled).slice(0, 2).map((call) => call.status === "rejected" && call.reason.code),
    )
      .toEqual(["STORE_CLOSED", "STORE_CLOSED"]);
  });

  test("close() ends an addMany() whose source keeps silent", async () => {
    const closing = await openTestStore();
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    const call = codeOf(closing.addMany(silent));
    await closing.close();
    expect(await call).toBe("STORE_CLOSED");
  });

  test("close() while in use ends calls with STORE_CLOSED and is idempotent", async () => {
    const closing = await openTestStore();
    const calls = Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => closing.add({ text: `late ${i}` })),
    );
    await Promise.all([closing.close(), closing.close()]);
    for (const call of await calls) {
      if (call.status === "rejected") expect(call.reason.code).toBe("STORE_CLOSED");
    }
    expect(await codeOf(closing.add({ text: "too late" }))).toBe("STORE_CLOSED");
    expect(await codeOf(closing.search("too late"))).toBe("STORE_CLOSED");
    await expect(closing.export().next()).rejects.toThrow("closed");
  });

  test("add() of a document is recognised when another template splits it elsewhere", async () => {
    const location = `${(await import("node:os")).tmpdir()}/bicameral-${crypto.randomUUID()}`;
    const { rmSync } = await import("node:fs");
    try {
      const text = Array.from({ length: 120 }, (_, i) => `Clause ${i} is in force.`).join(" ");
      const options = { dataDir: location, durability: "process" } as const;
      const before = await openTestStore(options);
      const added = await before.add({ text, speaker: "Jo" });
      await before.close();
      const after = await openTestStore({
        ...options,
        textTemplate:
          "[{speaker} has said all of this in so many words as are written here: ]{text}",
      });
      expect(await after.add({ text, speaker: "Jo" }))
        .toEqual({ ...added, created: false, pending: false });
      expect((await after.list()).memories.length).toBe(added.parts.length);
      await after.close();
    } finally {
      rmSync(location, { recursive: true, force: true });
    }
  });

  test("search() by a short index list is followed by an exact one", async () => {
    const few = await openTestStore({ exactBelow: 3 });
    await few.addMany(Array.from({ length: 20 }, (_, i) => ({ text: `short list ${i}` })));
    const { hits, retrievers } = await few.search("short list", {
      k: 10,
      retrievers: ["dense384"],
    });
    expect(hits.length).toBe(10);
    expect(retrievers).toEqual({ dense384: { scan: "exact", leftOut: null } });
    await few.close();
  });

  test("createMemory() refuses an embedder that does not fit, and wrong vectors never get in", async () => {
    expect(await codeOf(openTestStore({ small: fakeEmbedder({ dimensions: 768 }) })))
      .toBe("INVALID_CONFIG");
    const source = fakeEmbedder();
    const bad = await openTestStore({
      small: {
        ...source,
        async open() {
          const embedder = await source.open();
          embedder.embedDocuments = (texts) =>
            Promise.resolve(texts.map(() => new Float32Array(384).fill(NaN)));
          embedder.embedQueries = () => Promise.resolve([new Float32Array(7)]);
          return embedder;
        },
      },
    });
    expect((await bad.add({ text: "kept without a vector" })).pending).toBe(true);
    const { hits, retrievers } = await bad.search("vector");
    expect(hits.map(({ text, spaces }) => [text, spaces])).toEqual([["kept without a vector", []]]);
    expect(retrievers["dense384"]).toEqual({ scan: null, leftOut: expect.any(String) });
    expect(await codeOf(bad.search("x", { retrievers: ["dense384"] }))).toBe("EMBEDDING_FAILED");
    await bad.close();
  });
});
