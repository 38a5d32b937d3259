import { describe, expect, test } from "bun:test";
import type { Golden, GoldenRecord } from "./golden.ts";
import { cosine } from "./cosine.ts";
import { checkGolden, compareGolden } from "./golden_check.ts";

const axis = Float32Array.of(1, 0);
const golden = ["a", "b"].map((text): Golden => of({ vector: axis, least: 0.97 }, text));

function of(record: GoldenRecord, text = "a"): Golden {
  return { text, as: "document", source: "these tests", record };
}

/** A unit vector with that cosine to the axis. */
function at(cosine: number): Float32Array {
  return Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
}

describe("checkGolden", () => {
  test("checkGolden() holds a whole vector to its least cosine", () => {
    checkGolden(golden, [axis, at(0.975)]);
    expect(() => checkGolden(golden, [axis, at(0.965)])).toThrow("wanted at least 0.97");
  });

  test("checkGolden() holds first components and sums to their bounds", () => {
    const leading = [of({ leading: [0.6], within: 1e-3 })];
    checkGolden(leading, [at(0.6005)]);
    expect(() => checkGolden(leading, [at(0.602)])).toThrow(
      "0.002000 in its components, wanted at most 0.001",
    );
    const sum = [of({ sum: 1.4, within: 1e-2 })];
    checkGolden(sum, [at(0.6)]);
    expect(() => checkGolden(sum, [at(0.7)])).toThrow("in its sum, wanted at most 0.01");
    for (const bad of [[], [Float32Array.of(NaN, 0)]]) {
      expect(() => checkGolden(leading, bad)).toThrow("NaN");
      expect(() => checkGolden(sum, bad)).toThrow("NaN");
    }
  });

  test("compareGolden() tells of every record what was found and wanted", () => {
    const half = Float32Array.of(0.5, 0.5);
    const results = compareGolden([...golden, of({ sum: 0, within: 2 })], [axis, half, axis]);
    expect(results).toEqual([
      { source: "these tests", measure: "cosine", found: 1, bound: 0.97, ok: true },
      {
        source: "these tests",
        measure: "cosine",
        found: expect.closeTo(Math.SQRT1_2, 6),
        bound: 0.97,
        ok: false,
      },
      { source: "these tests", measure: "sum", found: 1, bound: 2, ok: true },
    ]);
  });

  test("checkGolden() says which text missed and by how much", () => {
    expect(() => checkGolden(golden, [axis, at(0.5)])).toThrow(
      expect.objectContaining({
        code: "EMBEDDING_FAILED",
        message: expect.stringContaining("text 2 of 2 came out at a cosine of 0.500000"),
      }),
    );
  });

  test("checkGolden() refuses vectors that are missing, of another length, or not numbers", () => {
    for (const bad of [[axis], [axis, Float32Array.of(1)], [axis, Float32Array.of(NaN, NaN)]]) {
      expect(() => checkGolden(golden, bad)).toThrow("cosine of NaN");
    }
  });

  test("checkGolden() lets a model without recorded vectors pass", () => {
    checkGolden([], []);
  });

  test("cosine() is 1 for equal directions and NaN for what can't be compared", () => {
    expect(cosine(Float32Array.of(3, 4), Float32Array.of(30, 40))).toBeCloseTo(1, 10);
    expect(cosine(at(0.6), axis)).toBeCloseTo(0.6, 6);
    expect(cosine(undefined, axis)).toBeNaN();
    expect(cosine(Float32Array.of(1), axis)).toBeNaN();
  });
});
