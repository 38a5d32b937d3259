import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { checkVector, decodeVector, encodeVector, toUnitLength } from "./vector_codec.ts";

const vectors = fc.float32Array({ noNaN: true, noDefaultInfinity: true, maxLength: 1024 });

describe("vector codec", () => {
  test("encodeVector() and decodeVector() bring back every bit", () => {
    fc.assert(fc.property(vectors, (vector) => {
      expect(new Uint32Array(decodeVector(encodeVector(vector)).buffer))
        .toEqual(new Uint32Array(new Float32Array(vector).buffer));
    }));
  });

  test("encodeVector() writes pgvector's layout", () => {
    // src/vector.c, vector_send: int16 dim, int16 unused, float4 each, network order.
    expect([...encodeVector(new Float32Array([1, -2]))])
      .toEqual([0, 2, 0, 0, 0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0]);
  });

  test("decodeVector() refuses bytes that are cut short", () => {
    const bytes = encodeVector(new Float32Array([1, 2, 3]));
    for (let length = 0; length < bytes.length; length++) {
      expect(() => decodeVector(bytes.subarray(0, length))).toThrow(RangeError);
    }
  });

  test("checkVector() names a wrong dimension and a number that is not finite", () => {
    expect(() => checkVector(new Float32Array(3), 4)).toThrow(
      "3 dimensions where the column takes 4",
    );
    for (const bad of [NaN, Infinity, -Infinity]) {
      expect(() => checkVector(new Float32Array([0, bad]), 2)).toThrow(`${bad} at position 1`);
    }
    checkVector(new Float32Array([0, 1]), 2);
  });

  test("toUnitLength() gives length 1 and keeps direction", () => {
    expect([...toUnitLength(new Float32Array([3, 4]))]).toEqual([
      Math.fround(0.6),
      Math.fround(0.8),
    ]);
    expect(() => toUnitLength(new Float32Array(4))).toThrow("no direction");
  });

  test("toUnitLength() leaves a unit vector as it is, bit by bit", () => {
    const some = fc.float32Array({ min: 1, max: 1000, noNaN: true, minLength: 1, maxLength: 1024 });
    fc.assert(fc.property(some, (vector) => {
      const once = toUnitLength(vector);
      expect(toUnitLength(once)).toEqual(once);
    }));
  });
});
