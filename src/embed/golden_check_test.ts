import { describe, expect, test } from "bun:test";
import { checkGolden, cosine } from "./golden_check.ts";

const axis = Float32Array.of(1, 0);
const golden = [{ text: "a", vector: axis }, { text: "b", vector: axis }];

/** A unit vector with that cosine to the axis. */
function at(cosine: number): Float32Array {
  return Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));
}

describe("checkGolden", () => {
  test("checkGolden() asks of float more than of int8", () => {
    checkGolden(golden, [axis, at(0.99995)], "float");
    checkGolden(golden, [axis, at(0.975)], "int8");
    expect(() => checkGolden(golden, [axis, at(0.999)], "float")).toThrow("wanted at least 0.9999");
    expect(() => checkGolden(golden, [axis, at(0.965)], "int8")).toThrow("wanted at least 0.97");
  });

  test("checkGolden() says which text missed and by how much", () => {
    expect(() => checkGolden(golden, [axis, at(0.5)], "int8")).toThrow(
      expect.objectContaining({
        code: "EMBEDDING_FAILED",
        message: expect.stringContaining("text 2 of 2 came out at a cosine of 0.500000"),
      }),
    );
  });

  test("checkGolden() refuses vectors that are missing, of another length, or not numbers", () => {
    for (const bad of [[axis], [axis, Float32Array.of(1)], [axis, Float32Array.of(NaN, NaN)]]) {
      expect(() => checkGolden(golden, bad, "int8")).toThrow("cosine of NaN");
    }
  });

  test("checkGolden() lets a model without recorded vectors pass", () => {
    checkGolden([], [], "float");
  });

  test("cosine() is 1 for equal directions and NaN for what can't be compared", () => {
    expect(cosine(Float32Array.of(3, 4), Float32Array.of(30, 40))).toBeCloseTo(1, 10);
    expect(cosine(at(0.6), axis)).toBeCloseTo(0.6, 6);
    expect(cosine(undefined, axis)).toBeNaN();
    expect(cosine(Float32Array.of(1), axis)).toBeNaN();
  });
});
