import { describe, expect, test } from "bun:test";
import { SampleCache } from "./sample_cache.ts";

/** Counts what is drawn; each sample is its number. */
function counted(most: number) {
  const drawn: string[] = [];
  const cache = new SampleCache(
    (namespace) => Promise.resolve({ value: drawn.push(namespace), of: 10 }),
    (of, written) => written >= of,
    most,
  );
  return { cache, drawn };
}

describe("SampleCache", () => {
  test("SampleCache draws once, for callers at the same time too, until a sample is stale", async () => {
    const { cache, drawn } = counted(9);
    const first = { value: 1, of: 10 };
    expect(await Promise.all([cache.get("a"), cache.get("a")])).toEqual([first, first]);
    cache.onWritten(9);
    expect(await cache.get("a")).toEqual({ value: 1, of: 19 });
    cache.onWritten(1);
    const second = { value: 2, of: 10 };
    expect(await Promise.all([cache.get("a"), cache.get("a")])).toEqual([second, second]);
    expect(drawn).toEqual(["a", "a"]);
  });

  test("SampleCache lets go of the namespace that was not asked for longest", async () => {
    const { cache, drawn } = counted(2);
    for (const namespace of ["a", "b", "a", "c", "a", "b"]) await cache.get(namespace);
    expect(drawn).toEqual(["a", "b", "c", "b"]);
  });

  test("SampleCache keeps no failure", async () => {
    let fails = true;
    const cache = new SampleCache(
      () => fails ? Promise.reject(new Error("no")) : Promise.resolve({ value: 1, of: 1 }),
      () => false,
      9,
    );
    await expect(cache.get("a")).rejects.toThrow("no");
    fails = false;
    expect((await cache.get("a")).value).toBe(1);
  });
});
