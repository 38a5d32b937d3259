import { describe, expect, test } from "bun:test";
import type { MemoryStore } from "../../mod.ts";
import { sharedStore } from "../../testing/test_store.ts";

const shared = sharedStore();

describe("search()", () => {
  test("search() returns min(k, matches) under any filter", async () => {
    const at = shared.fresh();
    const memories = Array.from({ length: 60 }, (_, i) => ({
      text: `note ${i} about the garden`,
      speaker: `speaker ${i % 3}`,
      sessionId: `session ${i % 5}`,
      sourceType: i % 2 === 0 ? "user" : "tool",
      occurredAt: new Date(Date.UTC(2025, 0, 1 + i)),
      metadata: { bucket: i % 10, tags: [`t${i % 4}`, "all"] },
    }));
    const added = await shared.store.addMany(memories, at);
    const day = (i: number) => new Date(Date.UTC(2025, 0, 1 + i));
    const filters: [Parameters<MemoryStore["search"]>[1], (i: number) => boolean][] = [
      [{ filter: { speaker: "speaker 1" } }, (i) => i % 3 === 1],
      [
        { filter: { sessionId: "session 4", sourceType: "tool" } },
        (i) => i % 5 === 4 && i % 2 === 1,
      ],
      [{ filter: { after: day(10), before: day(20) } }, (i) => i >= 10 && i < 20],
      [{ filter: { metadata: { bucket: 3 } } }, (i) => i % 10 === 3],
      [{ filter: { metadata: { tags: ["t2"] } } }, (i) => i % 4 === 2],
      [{ filter: { ids: [7, 8].map((i) => added[i]?.id as string) } }, (i) => i === 7 || i === 8],
      [{ filter: { ids: [] } }, () => false],
      [{ filter: { speaker: "nobody" } }, () => false],
    ];
    for (const [options, matches] of filters) {
      const { hits } = await shared.store.search("garden note", { ...at, ...options, k: 100 });
      const wanted = memories.flatMap((memory, i) => matches(i) ? [memory.text] : []);
      expect(hits.map((hit) => hit.text).sort()).toEqual(wanted.sort());
    }
    expect((await shared.store.search("garden", { ...at, k: 7 })).hits.length).toBe(7);
  });

  test("search() leaves out memories under minTrust and weighs the rest by trust", async () => {
    const at = shared.fresh();
    const added = await shared.store.addMany(
      [0.2, 0.29, 0.3, 0.9].map((trust) => ({ text: `the tide table ${trust}`, trust })),
      at,
    );
    const { hits } = await shared.store.search("the tide table", {
      ...at,
      retrievers: ["dense384"],
      explain: true,
    });
    for (const retrievers of [["dense384"], ["lexical"], ["dense384", "lexical"]] as const) {
      const found = await shared.store.search("the tide table", { ...at, retrievers });
      expect(found.hits.map((hit) => hit.trust)).toEqual([0.9, 0.3]);
    }
    expect(hits.map((hit) => hit.trust)).toEqual([0.9, 0.3]);
    for (const hit of hits) {
      expect(hit.score).toBeCloseTo(
        (hit.explanation?.fused ?? NaN) * hit.trust ** 0.2,
        12,
      );
      expect(hit.retrievers["dense384"]?.score).toBeCloseTo(hit.explanation?.fused ?? NaN, 6);
      expect(hit.explanation?.shares).toEqual({ dense384: 1 });
    }
    const all = await shared.store.search("the tide table 0.2", {
      ...at,
      minTrust: 0,
      trustWeight: 0,
    });
    expect(all.hits.length).toBe(4);
    expect(all.hits[0]?.id).toBe(added[0]?.id as string);
    expect(all.hits[0]?.retrievers["dense384"]?.rank).toBe(1);
  });

  test("search() keeps namespaces apart", async () => {
    const [one, two] = [shared.fresh(), shared.fresh()];
    await shared.store.add({ text: "only in one" }, one);
    expect((await shared.store.search("only in one", two)).hits).toEqual([]);
    expect((await shared.store.search("only in one", one)).hits.length).toBe(1);
  });

  test("search() refuses bad options by name", async () => {
    const bad: [Parameters<MemoryStore["search"]>, string][] = [
      [["", {}], "white space"],
      [["x", { k: 0 }], "k must be"],
      [["x", { k: 101 }], "k must be"],
      [["x", { k: 1.5 }], "k must be"],
      [["x", { fetchK: 5, k: 10 }], "fetchK"],
      [["x", { minTrust: -1 }], "minTrust"],
      [["x", { trustWeight: NaN }], "trustWeight"],
      [["x", { fusion: "calibrated" as never }], "fusion must be one of rrf, weighted, merge"],
      [["x", { filter: { tag: 1 } as never }], 'unknown key "tag"'],
      [["x", { filter: { ids: ["7"] } }], "UUID"],
      [["x", { filter: { after: "soon" as never } }], "filter.after"],
    ];
    for (const [[query, options], message] of bad) {
      const error = await shared.store.search(query, options).then(() => null, (error) => error);
      expect(error?.code).toBe("INVALID_INPUT");
      expect(error?.message).toContain(message);
    }
  });
});
