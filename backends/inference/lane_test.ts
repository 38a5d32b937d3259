import { describe, expect, test } from "bun:test";
import { Batch } from "./batch.ts";
import { Lane } from "./lane.ts";

function takeAll(lane: Lane): unknown[] {
  const payloads: unknown[] = [];
  for (let job = lane.take(); job !== null; job = lane.take()) payloads.push(job.payload);
  return payloads;
}

describe("Lane", () => {
  test("Lane lets batches take turns", () => {
    const lane = new Lane();
    lane.add(new Batch("run", ["a1", "a2", "a3"], false));
    lane.add(new Batch("run", ["b1"], false));
    lane.add(new Batch("run", ["c1", "c2"], false));
    expect(lane.waiting).toBe(6);
    expect(takeAll(lane)).toEqual(["a1", "b1", "c1", "a2", "c2", "a3"]);
    expect(lane.waiting).toBe(0);
  });

  test("Lane drops what a failed batch still had waiting", async () => {
    const lane = new Lane();
    const batch = new Batch("run", [1, 2, 3], false);
    lane.add(batch);
    lane.take();
    batch.fail(new Error("enough"));
    expect(lane.waiting).toBe(0);
    expect(lane.take()).toBeNull();
    await expect(batch.done).rejects.toThrow("enough");
  });
});

describe("Batch", () => {
  test("Batch hands values back in the order of its payloads", async () => {
    const batch = new Batch("run", ["a", "b"], false);
    const [first, second] = [batch.take(), batch.take()];
    batch.answer(second, "B");
    expect(batch.settled).toBe(false);
    batch.answer(first, "A");
    expect(await batch.done).toEqual(["A", "B"]);
  });
});
