import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { packVector, unpackVector } from "./golden.ts";

describe("golden vectors", () => {
  test("unpackVector() reads what packVector() wrote, to half a step", () => {
    const value = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(fc.property(fc.array(value, { maxLength: 400 }), (values) => {
      const read = unpackVector(packVector(values));
      expect(read.length).toBe(values.length);
      for (const [i, value] of values.entries()) {
        expect(Math.abs(read[i]! - value)).toBeLessThan(0.5001 / 32_767);
      }
    }));
  });

  test("packVector() writes little-endian int16 in base64", () => {
    expect(packVector([1, -1, 0])).toBe(btoa("\xff\x7f\x01\x80\x00\x00"));
  });
});
