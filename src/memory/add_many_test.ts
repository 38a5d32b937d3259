import { describe, expect, test } from "bun:test";
import { codeOf, sharedStore, until } from "../../testing/test_store.ts";

const shared = sharedStore();

describe("addMany()", () => {
  test("addMany() writes in order, counts, and recognises what it wrote", async () => {
    const at = shared.fresh();
    const texts = Array.from({ length: 300 }, (_, i) => `memory number ${i}`);
    async function* stream() {
      for (const text of texts) yield { text };
    }
    const seen: number[] = [];
    const added = await shared.store.addMany(stream(), {
      ...at,
      onProgress: (progress) => seen.push(progress.added),
    });
    expect(seen.at(-1)).toBe(300);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    const listed: string[] = [];
    for (let cursor: string | null = null;;) {
      const page = await shared.store.list({ ...at, limit: 70, cursor });
      listed.push(...page.memories.map((memory) => memory.text));
      cursor = page.cursor;
      if (cursor === null) break;
    }
    expect(listed).toEqual(texts);
    const again = await shared.store.addMany(stream(), at);
    expect(again.map((one) => one?.id)).toEqual(added.map((one) => one?.id));
    expect(again.some((one) => one?.created)).toBe(false);
  });

  test("addMany() leaves out what is invalid where it is told to, else keeps what came before", async () => {
    const rejects: number[] = [];
    const input = [{ text: "first good" }, { text: "" }, { text: "second good" }];
    const added = await shared.store.addMany(input, {
      ...shared.fresh(),
      onReject: (index) => rejects.push(index),
    });
    expect(rejects).toEqual([1]);
    expect(added.map((one) => one !== null)).toEqual([true, false, true]);

    const at = shared.fresh();
    expect(await codeOf(shared.store.addMany(input, at))).toBe("INVALID_INPUT");
    expect((await shared.store.list(at)).memories.map((memory) => memory.text)).toEqual([
      "first good",
    ]);
  });

  test("addMany() keeps 5 of 5 when the model fails on the third, and heals it", async () => {
    const at = shared.fresh();
    shared.failOn = (text) => text.includes("third");
    const added = await shared.store.addMany(
      ["first", "second", "third", "fourth", "fifth"].map((text) => ({ text })),
      at,
    );
    expect(added.map((one) => one?.pending)).toEqual([false, false, true, false, false]);
    expect((await shared.store.list(at)).memories.length).toBe(5);
    expect((await shared.store.status()).pending).toBe(1);
    shared.failOn = () => false;
    await until(async () => (await shared.store.status()).pending === 0);
    expect((await shared.store.search("third", { ...at, k: 1 })).hits[0]?.text).toBe("third");
  });

  test("addMany() that is cancelled keeps what was committed and rejects with the reason", async () => {
    const at = shared.fresh();
    const abort = new AbortController();
    const reason = new Error("enough");
    async function* endless() {
      for (let i = 0;; i++) yield { text: `endless ${i}` };
    }
    const promise = shared.store.addMany(endless(), {
      ...at,
      signal: abort.signal,
      onProgress: ({ added }) => added >= 256 && abort.abort(reason),
    });
    expect(await promise.then(() => null, (error) => error)).toBe(reason);
    expect((await shared.store.list({ ...at, limit: 1000 })).memories.length)
      .toBeGreaterThanOrEqual(256);
  });
});
