import { describe, expect, test } from "bun:test";
import { codeOf, sharedStore } from "../../testing/test_store.ts";

const shared = sharedStore();

describe("update(), forget(), feedback()", () => {
  test("get(), update(), feedback() and forget() see their own namespace only", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "mine" }, at);
    const other = shared.fresh();
    expect(await shared.store.get(id, other)).toBe(null);
    expect((await shared.store.list(other)).memories).toEqual([]);
    expect(await codeOf(shared.store.update(id, { text: "yours" }, other))).toBe("NOT_FOUND");
    expect(await codeOf(shared.store.feedback(id, "used", other))).toBe("NOT_FOUND");
    expect(await shared.store.forget(id, other)).toBe(0);
    expect(await shared.store.get(id, at)).toMatchObject({ text: "mine", trust: 0.5 });
  });

  test("update() embeds anew what changed and keeps what did not", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "alpha beta", metadata: { keep: 1 } }, at);
    await shared.store.add({ text: "gamma delta" }, at);
    const changed = await shared.store.update(id, { text: "epsilon zeta", speaker: "Jo" }, at);
    expect(changed).toMatchObject({
      id,
      text: "epsilon zeta",
      speaker: "Jo",
      metadata: { keep: 1 },
    });
    const dense = { ...at, retrievers: ["dense384"] } as const;
    const [hit] = (await shared.store.search("epsilon zeta", dense)).hits;
    expect(hit?.id).toBe(id);
    expect(hit?.score).toBeGreaterThan(0.5);
    expect(
      (await shared.store.update(id, { speaker: null, metadata: { big: 2 ** 60 } }, at)).speaker,
    )
      .toBe(null);
    expect((await shared.store.update(id, { metadata: {} }, at)).metadata).toEqual({});
  });

  test("update() to the content of another memory is a conflict that changes nothing", async () => {
    const at = shared.fresh();
    await shared.store.add({ text: "taken" }, at);
    const { id } = await shared.store.add({ text: "free" }, at);
    expect(await codeOf(shared.store.update(id, { text: "taken" }, at))).toBe("CONFLICT");
    expect((await shared.store.get(id, at))?.text).toBe("free");
  });

  test("update() side by side loses no change", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "start" }, at);
    await Promise.all([
      shared.store.update(id, { speaker: "Jo" }, at),
      shared.store.update(id, { metadata: { a: 1 } }, at),
      shared.store.update(id, { text: "end" }, at),
      shared.store.feedback(id, "used", at),
    ]);
    expect(await shared.store.get(id, at))
      .toMatchObject({ text: "end", speaker: "Jo", metadata: { a: 1 }, trust: 0.55 });
  });

  test("update() and feedback() of what is not there are NOT_FOUND", async () => {
    const id = crypto.randomUUID();
    expect(await codeOf(shared.store.update(id, { text: "x" }))).toBe("NOT_FOUND");
    expect(await codeOf(shared.store.feedback(id, "used"))).toBe("NOT_FOUND");
    expect(await shared.store.get(id)).toBe(null);
    expect(await codeOf(shared.store.get("nonsense"))).toBe("INVALID_INPUT");
  });

  test("update() refuses a text that needs parts, and unknown fields", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "short" }, at);
    const long = shared.store.update(id, { text: "word ".repeat(400) }, at);
    expect(await codeOf(long)).toBe("INVALID_INPUT");
    expect(await codeOf(shared.store.update(id, { trust: 1 } as never, at))).toBe("INVALID_INPUT");
  });

  test("forget() takes an id, ids or a filter, says how many, and never everything by mistake", async () => {
    const at = shared.fresh();
    const added = await shared.store.addMany(
      Array.from({ length: 6 }, (_, i) => ({ text: `thing ${i}`, speaker: `s${i % 2}` })),
      at,
    );
    const ids = added.map((one) => one?.id as string);
    expect(await shared.store.forget(ids[0] as string, at)).toBe(1);
    expect(await shared.store.forget(ids.slice(0, 3), at)).toBe(2);
    expect(await shared.store.forget({ speaker: "s1" }, at)).toBe(2);
    for (const everything of [{}, { metadata: {} }, { speaker: undefined } as never]) {
      expect(await codeOf(shared.store.forget(everything, at))).toBe("INVALID_INPUT");
    }
    expect(await codeOf(shared.store.forget(null as never, at))).toBe("INVALID_INPUT");
    expect((await shared.store.list(at)).memories.map((memory) => memory.text)).toEqual([
      "thing 4",
    ]);
    expect((await shared.store.search("thing", at)).hits.length).toBe(1);
  });

  test("feedback() steps trust within 0 and 1 and explains it by events", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "the claim" }, at);
    // design.md, Flows: 0.5 less ten times 0.02 is 0.3.
    for (let i = 0; i < 10; i++) await shared.store.feedback(id, "ignored", at);
    expect((await shared.store.get(id, at))?.trust).toBe(0.3);
    expect((await shared.store.search("the claim", at)).hits.length).toBe(1);
    for (const [kind, trust] of [["corrected", 0.15], ["used", 0.2], ["confirmed", 0.3]] as const) {
      expect((await shared.store.feedback(id, kind, { ...at, actor: "judge" })).trust).toBe(trust);
    }
    for (let i = 0; i < 8; i++) await shared.store.feedback(id, "confirmed", at);
    expect((await shared.store.get(id, at))?.trust).toBe(1);
    for (let i = 0; i < 7; i++) await shared.store.feedback(id, "corrected", at);
    const memory = await shared.store.get(id, { ...at, events: true });
    expect(memory?.trust).toBe(0);
    const events = memory?.events ?? [];
    expect(events.length).toBe(28);
    expect(events[10]).toMatchObject({
      kind: "corrected",
      trustBefore: 0.3,
      trustAfter: 0.15,
      actor: "judge",
    });
    for (let i = 1; i < events.length; i++) {
      expect(events[i]?.trustBefore).toBe(events[i - 1]?.trustAfter as number);
    }
    expect(await codeOf(shared.store.feedback(id, "liked" as never, at))).toBe("INVALID_INPUT");
  });

  test("forget() takes a document as a whole", async () => {
    const at = shared.fresh();
    const text = Array.from({ length: 90 }, (_, i) => `Line ${i} of the report.`).join(" ");
    const { documentId, parts } = await shared.store.add({ text }, at);
    const { id } = await shared.store.add({ text: "another report" }, at);
    const filter = { documentId: documentId ?? "" };
    expect((await shared.store.list({ ...at, filter })).memories.map((memory) => memory.id))
      .toEqual([...parts]);
    expect(await shared.store.forget(filter, at)).toBe(parts.length);
    expect((await shared.store.list(at)).memories.map((memory) => memory.id)).toEqual([id]);
  });

  test("feedback() returns the memory as it is afterwards", async () => {
    const at = shared.fresh();
    const { id } = await shared.store.add({ text: "seen once" }, at);
    const returned = await shared.store.feedback(id, "used", at);
    expect(await shared.store.get(id, at)).toEqual(returned);
  });
});
