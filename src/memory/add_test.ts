import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { NewMemory } from "../../mod.ts";
import { sharedStore } from "../../testing/test_store.ts";

const shared = sharedStore();

describe("add()", () => {
  test("add() keeps the text as given and everything said about it", async () => {
    const at = shared.fresh();
    const memory = {
      text: "  Zoë said “naïve” 🐦 重跑  ",
      sourceType: "chat",
      sessionId: "s1",
      speaker: "Zoë",
      occurredAt: new Date("2025-01-02T03:04:05.678Z"),
      metadata: { a: [1, { b: null }], "ключ": "値" },
      trust: 0.75,
      peerId: "00000000-0000-4000-8000-000000000001",
    };
    const added = await shared.store.add(memory, at);
    expect(added).toEqual({
      id: added.id,
      documentId: null,
      parts: [added.id],
      created: true,
      pending: false,
    });
    expect(await shared.store.get(added.id, at)).toMatchObject({
      ...memory,
      id: added.id,
      part: null,
    });
  });

  test("add() of the same memory again returns the id that it has", async () => {
    const at = shared.fresh();
    const memory = { text: "The key is under the mat.", speaker: "Jo", sessionId: "1" };
    const first = await shared.store.add(memory, at);
    expect(await shared.store.add({ ...memory, metadata: { other: true } }, at))
      .toEqual({ ...first, created: false });
    for (const other of [{ speaker: "Al" }, { sessionId: "2" }, { sourceType: "note" }]) {
      expect((await shared.store.add({ ...memory, ...other }, at)).created).toBe(true);
    }
    expect((await shared.store.add(memory, shared.fresh())).created).toBe(true);
  });

  test("add() 100 times at once of the same memory makes one row", async () => {
    const at = shared.fresh();
    const added = await Promise.all(
      Array.from({ length: 100 }, () => shared.store.add({ text: "one and the same" }, at)),
    );
    expect(new Set(added.map((one) => one.id)).size).toBe(1);
    expect(added.filter((one) => one.created).length).toBe(1);
    expect((await shared.store.list(at)).memories.length).toBe(1);
  });

  test("add() takes composed and decomposed letters for the same text", async () => {
    const at = shared.fresh();
    const first = await shared.store.add({ text: "caf\u00e9" }, at);
    expect((await shared.store.add({ text: "cafe\u0301" }, at)).id).toBe(first.id);
  });

  test("add() splits a long text into parts that share a document, once and for all", async () => {
    const at = shared.fresh();
    const sentences = Array.from(
      { length: 100 },
      (_, i) => `Sentence ${i} has a few words of its own.`,
    );
    const text = sentences.join(" ");
    const added = await shared.store.add({ text, speaker: "Jo" }, at);
    expect(added.parts.length).toBeGreaterThan(3);
    const parts = await Promise.all(added.parts.map((id) => shared.store.get(id, at)));
    expect(parts.map((part) => part?.text).join("")).toBe(text);
    expect(parts.map((part) => part?.part)).toEqual(parts.map((_, i) => i));
    expect(new Set(parts.map((part) => part?.documentId))).toEqual(new Set([added.documentId]));
    expect(await shared.store.add({ text, speaker: "Jo" }, at)).toEqual({
      ...added,
      created: false,
    });

    const { hits } = await shared.store.search("Sentence 50 words", { ...at, k: 5 });
    expect(hits.length).toBe(1);
    expect(hits[0]?.documentId).toBe(added.documentId);
  });

  test("add() takes names as long as they may be, in any script", async () => {
    const long = "家".repeat(341);
    const at = { namespace: "𠮷".repeat(64) };
    const { id } = await shared.store.add({ text: "x", speaker: long, sessionId: long }, at);
    expect(await shared.store.get(id, at)).toMatchObject({ speaker: long, sessionId: long });
  });

  test("add() refuses bad input by name and writes nothing", async () => {
    const at = shared.fresh();
    let deep: Record<string, unknown> = {};
    for (let i = 0; i < 16; i++) deep = { deep };
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const spaceId = (await shared.store.status()).spaces[0]?.id as string;
    const bad: [unknown, string][] = [
      [{ text: "" }, "white space"],
      [{ text: " \n\t " }, "white space"],
      [{ text: 7 }, "string"],
      [{ text: "x".repeat(102_401) }, "102401 bytes"],
      [{ text: "é".repeat(51_201) }, "102402 bytes"],
      [{ text: "half \ud83d" }, "surrogate"],
      [{ text: "nul \0" }, "NUL"],
      [{ text: "x", metadata: [] }, "plain object"],
      [{ text: "x", metadata: new Map() }, "Map"],
      [{ text: "x", metadata: { at: new Date() } }, "Date"],
      [{ text: "x", metadata: { n: NaN } }, "NaN"],
      [{ text: "x", metadata: { "\0": 1 } }, "NUL"],
      [{ text: "x", metadata: deep }, "16 levels"],
      [{ text: "x", metadata: circular }, "16 levels"],
      [{ text: "x", sourceType: "x".repeat(51) }, "sourceType"],
      [{ text: "x", trust: 1.1 }, "trust"],
      [{ text: "x", trust: NaN }, "trust"],
      [{ text: "x", occurredAt: "yesterday" }, "ISO 8601"],
      [{ text: "x", peerId: "me" }, "UUID"],
      [{ text: "x", speaker: "" }, "speaker"],
      [{ text: "x", namespace: "" }, "namespace"],
      [{ text: "x", namespace: "a\nb" }, "namespace"],
      [{ text: "x", namespace: "x".repeat(129) }, "namespace"],
      [{ text: "x", vectors: { [spaceId]: [1, 2] } }, "2 dimensions"],
      [{ text: "x", vectors: { [spaceId]: { length: 400_000_000 } } }, "array of numbers"],
      [{ text: "x", vectors: { [spaceId]: Array(384).fill(null) } }, "no number"],
      [{ text: "x", vectors: { [spaceId]: Array(384).fill("1") } }, "no number"],
      [{ text: "x", speaker: "家".repeat(342) }, "1026 bytes"],
      [{ text: "x", metadata: { big: "x".repeat(65_536) } }, "65536"],
      [{ text: "x", occurredAt: "2025-02-30" }, "ISO 8601"],
      [{ text: "x", namespace: "  " }, "namespace"],
      [{ text: "x", vectors: { [spaceId]: new Float32Array(384) } }, "no direction"],
      [null, "object"],
    ];
    for (const [memory, message] of bad) {
      const error = await shared.store.add(memory as NewMemory, at).then(
        () => null,
        (error) => error,
      );
      expect(error?.code).toBe("INVALID_INPUT");
      expect(error?.message).toContain(message);
    }
    expect((await shared.store.list(at)).memories).toEqual([]);
  });

  test("add() brings back any text, byte for byte, and finds it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", minLength: 1, maxLength: 200 }).filter((text) =>
          text.trim() !== "" && !text.includes("\0") && text.isWellFormed()
        ),
        async (text) => {
          const at = shared.fresh();
          const { id } = await shared.store.add({ text }, at);
          expect((await shared.store.get(id, at))?.text).toBe(text);
          expect((await shared.store.search(text, { ...at, k: 1 })).hits.length).toBe(1);
        },
      ),
      { numRuns: 50 },
    );
  });
});
