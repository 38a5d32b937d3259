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
    const dense = { ...at, k: 1, retrievers: ["dense384"] } as const;
    expect((await shared.store.search("third", dense)).hits[0]?.text).toBe("third");
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

  test("addMany() keeps the first of equal memories in one batch", async () => {
    const at = shared.fresh();
    const [first, other, again] = await shared.store.addMany([
      { text: "A", metadata: { n: 1 } },
      { text: "B" },
      { text: "A", metadata: { n: 2 } },
    ], at);
    expect([first?.created, other?.created, again?.created]).toEqual([true, true, false]);
    expect(again?.id).toBe(first?.id as string);
    expect((await shared.store.list(at)).memories.map(({ text, metadata }) => [text, metadata]))
      .toEqual([["A", { n: 1 }], ["B", {}]]);
  });

  test("addMany() ends when it is cancelled while its source keeps silent", async () => {
    const abort = new AbortController();
    let returned = false;
    const silent: AsyncIterable<{ text: string }> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => {}),
        return: () => {
          returned = true;
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    };
    const call = shared.store.addMany(silent, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough waiting")), 20);
    await expect(call).rejects.toThrow("enough waiting");
    expect(returned).toBe(true);
  });

  test("addMany() heals what can be embedded, whatever fails for good before it", async () => {
    const at = shared.fresh();
    shared.failOn = () => true;
    await shared.store.addMany(Array.from({ length: 80 }, (_, i) => ({ text: `item ${i}` })), at);
    shared.failOn = (text) => text !== "item 79";
    await until(async () => (await shared.store.status()).pending === 79);
    const dense = { ...at, retrievers: ["dense384"] } as const;
    expect((await shared.store.search("item 79", dense)).hits[0]?.text).toBe("item 79");
    shared.failOn = () => false;
    await shared.store.reembed();
    expect((await shared.store.status()).pending).toBe(0);
  });
});
