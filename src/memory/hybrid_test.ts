import { describe, expect, test } from "bun:test";
import type { NewMemory, SearchOptions } from "../../mod.ts";
import { fakeEmbedder } from "../../testing/fake_embedder.ts";
import { codeOf, openTestStore, sharedStore } from "../../testing/test_store.ts";
import { SILENT_AFTER } from "../retrieve/silence.ts";

const shared = sharedStore();

/** Texts found, best first. */
async function found(query: string, options: SearchOptions): Promise<string[]> {
  return (await shared.store.search(query, options)).hits.map(({ text }) => text);
}

function turns(...said: readonly (readonly [speaker: string, text: string])[]): NewMemory[] {
  return said.map(([speaker, text]) => ({ text, speaker, sessionId: "harbour" }));
}

const TALK = turns(
  ["Odile", "Did you see the lighthouse keeper's garden?"],
  ["Mira", "In May, with my sister. We brought scones."],
  ["Odile", "Lovely."],
  ["Mira", "Now about the shed: it leaks."],
  ["Odile", "Always has."],
  ["Mira", "I will fix it."],
  ["Odile", "Good."],
  ["Mira", "Tomorrow then."],
);

describe("hybrid search()", () => {
  test("search() asks the retrievers that are named, and says what each said", async () => {
    const at = shared.fresh();
    await shared.store.addMany([{ text: "red kite" }, { text: "green boat" }], at);
    const { hits, retrievers } = await shared.store.search("kite", { ...at, explain: true });
    expect(Object.keys(retrievers).sort()).toEqual(["dense384", "lexical"]);
    expect(Object.keys(hits[0]!.retrievers).sort()).toEqual(["dense384", "lexical"]);
    const { fused, shares, trustFactor } = hits[0]!.explanation!;
    expect(shares["dense384"]! + shares["lexical"]!).toBeCloseTo(1, 10);
    expect(hits[0]!.score).toBeCloseTo(fused * trustFactor, 10);
    // Words give 1 to the best, cosines a sixth of their calibrated score.
    expect(fused * shares["lexical"]!).toBeCloseTo(1, 10);
    const dense = await shared.store.search("kite", { ...at, retrievers: ["dense384"] });
    expect(Object.keys(dense.retrievers)).toEqual(["dense384"]);
    const words = await shared.store.search("kite", { ...at, weights: { dense384: 0 } });
    expect(words.hits.map(({ text }) => text)).toEqual(["red kite"]);
  });

  test("search() fuses by every strategy, and finds both what is said and what is meant", async () => {
    const at = shared.fresh();
    await shared.store.addMany([{ text: "apples and pears" }, { text: "E0308 in the log" }], at);
    for (const fusion of ["rrf", "weighted", "merge", "interleave"] as const) {
      expect((await found("E0308", { ...at, fusion }))[0]).toBe("E0308 in the log");
    }
    expect(await found("E0308", { ...at, fusion: "priority", retrievers: ["lexical"] }))
      .toEqual(["E0308 in the log"]);
    const [hit] = (await shared.store.search("E0308", {
      ...at,
      fusion: "rrf",
      rrfK: 10,
      weights: { lexical: 3 },
      trustWeight: 0,
    })).hits;
    expect(hit!.score).toBeCloseTo(3 / 11 + 1 / (10 + hit!.retrievers["dense384"]!.rank!), 10);
  });

  test("search() reads an answer in the context of its question", async () => {
    const at = shared.fresh();
    await shared.store.addMany(TALK, at);
    const query = "Who saw the lighthouse keeper's garden?";
    const { hits } = await shared.store.search(query, { ...at, explain: true });
    expect(hits.slice(0, 2).map(({ text }) => text)).toEqual([TALK[0]!.text, TALK[1]!.text]);
    const [question, answer] = hits.map(({ explanation }) => explanation!.context!);
    expect(question).toMatchObject({ lent: 0, question: 0.75 });
    expect(answer).toMatchObject({ lent: 1, question: 1 });
    expect(answer!.session).toBeGreaterThan(0);
    const alone = (await shared.store.search(query, { ...at, turns: false, explain: true })).hits;
    const { score, explanation } = alone.find(({ text }) => text === TALK[1]!.text)!;
    expect(explanation!.context).toBeNull();
    expect(score / alone[0]!.score).toBeLessThan(0.5 * hits[1]!.score / hits[0]!.score);
  });

  test("search() goes by the time of turns, not by when they were added", async () => {
    const at = shared.fresh();
    const dated = TALK.map((turn, i) => ({ ...turn, occurredAt: new Date(1e12 + i * 60_000) }));
    await shared.store.addMany([...dated.slice(2).reverse(), dated[1]!, dated[0]!], at);
    expect((await found("Who saw the lighthouse keeper's garden?", at)).slice(0, 2))
      .toEqual([TALK[0]!.text, TALK[1]!.text]);
  });

  test("search() has turns lend nothing across sessions, namespaces and distrust", async () => {
    const lent = async (memories: readonly NewMemory[]) => {
      const at = shared.fresh();
      await shared.store.addMany(memories, at);
      const { hits } = await shared.store.search("lighthouse keeper garden", {
        ...at,
        explain: true,
      });
      return hits.find(({ text }) => text.startsWith("In May"))!.explanation!.context?.lent;
    };
    const [question, answer] = TALK as [NewMemory, NewMemory];
    expect(await lent([question, answer])).toBeGreaterThan(0.5);
    expect(await lent([question, { ...answer, sessionId: "elsewhere" }])).toBe(0);
    expect(await lent([{ ...question, trust: 0.1 }, answer])).toBe(0);
    expect(await lent([question, { text: answer.text }])).toBeUndefined();
  });

  test("search() keeps a filter when turns around a hit join", async () => {
    const at = shared.fresh();
    await shared.store.addMany(TALK, at);
    const { hits } = await shared.store.search("lighthouse keeper garden", {
      ...at,
      filter: { speaker: "Odile" },
      k: 100,
    });
    expect(hits.length).toBe(4);
    expect(new Set(hits.map(({ speaker }) => speaker))).toEqual(new Set(["Odile"]));
    const words = await shared.store.search("lighthouse", { ...at, retrievers: ["lexical"] });
    expect(words.hits.map(({ text }) => text)).toEqual([TALK[0]!.text]);
  });

  test("search() finds by words what waits for its vector, and says why a model is left out", async () => {
    let broken = true;
    const small = fakeEmbedder({
      onOpen() {
        if (broken) throw new Error("no model today");
      },
    });
    await using store = await openTestStore({ mode: "cpu", small });
    await store.add({ text: "The spare fuse is in the tin." });
    const { hits, retrievers } = await store.search("spare fuse");
    expect(hits.map(({ text }) => text)).toEqual(["The spare fuse is in the tin."]);
    expect(retrievers["dense384"]?.leftOut).toContain("no model today");
    expect(await codeOf(store.search("fuse", { retrievers: ["dense384"] })))
      .toBe("no model today");
    broken = false;
  });

  test("search() refuses retrievers, weights and strategies that there are not, by name", async () => {
    const at = shared.fresh();
    const refused: [object, string][] = [
      [{ retrievers: ["sparse"] }, "sparse"],
      [{ retrievers: "lexical" }, "retrievers must be a list"],
      [{ retrievers: [] }, "retrievers names none"],
      [{ weights: { sparse: 1 } }, "sparse"],
      [{ weights: { lexical: -1 } }, "weights.lexical"],
      [{ weights: { lexical: NaN } }, "weights.lexical"],
      [{ weights: { lexical: 0, dense384: 0, dense1024: 0 } }, "leaves no retriever"],
      [{ fusion: "best" }, "fusion must be one of"],
      [{ normalise: "softmax" }, "normalise must be one of"],
      [{ rrfK: -1 }, "rrfK"],
      [{ turns: "no" }, "turns must be true or false"],
    ];
    for (const [options, message] of refused) {
      const failure = await shared.store.search("x", { ...at, ...options }).catch((error) => error);
      expect([failure.code, failure.message]).toEqual([
        "INVALID_INPUT",
        expect.stringContaining(message),
      ]);
    }
  });

  test("status() tells of a retriever that found nothing for long", async () => {
    await using store = await openTestStore({ mode: "cpu" });
    await store.add({ text: "one memory" });
    for (let i = 0; i < SILENT_AFTER; i++) await store.search(`unheard ${i}`);
    expect((await store.status()).silent).toEqual({ lexical: SILENT_AFTER });
    await store.search("memory");
    expect((await store.status()).silent).toEqual({});
  });
});
