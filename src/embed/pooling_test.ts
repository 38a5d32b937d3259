import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { pool } from "./pooling.ts";

const states = Float32Array.of(3, 0, 0, 4, 100, 100);

describe("pool", () => {
  test("pool() averages over the tokens and leaves padding out", () => {
    // Mean of (3, 0) and (0, 4) is (1.5, 2), whose length is 2.5.
    expect(pool(states, 2, 2, "mean")).toEqual(Float32Array.of(1.5 / 2.5, 2 / 2.5));
  });

  test("pool() takes the first token for cls", () => {
    expect(pool(states, 2, 2, "cls")).toEqual(Float32Array.of(1, 0));
  });

  test("pool() gives unit length, and a direction that scale does not change", () => {
    const value = fc.double({ min: -100, max: 100, noNaN: true });
    const rows = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 6 });
    fc.assert(fc.property(rows, fc.constantFrom("mean", "cls"), (rows, pooling) => {
      const flat = Float32Array.from(rows.flat());
      const summed = [0, 1, 2].map((i) => rows.reduce((sum, row) => sum + row[i]!, 0));
      fc.pre(Math.hypot(...(pooling === "mean" ? summed : rows[0]!)) > 1e-3);
      const vector = pool(flat, rows.length, 3, pooling);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      const doubled = pool(flat.map((value) => 2 * value), rows.length, 3, pooling);
      expect(doubled).toEqual(vector);
    }));
  });

  test("pool() refuses states that have no direction", () => {
    for (const bad of [0, NaN, Infinity]) {
      expect(() => pool(Float32Array.of(bad, bad), 1, 2, "mean"))
        .toThrow(expect.objectContaining({ code: "EMBEDDING_FAILED" }));
    }
  });
});
