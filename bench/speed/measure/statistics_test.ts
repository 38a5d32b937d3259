import { expect, test } from "bun:test";
import { cosine, mean, median } from "./statistics.ts";

test("median() is the middle, between two values their mean", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 2])).toBe((2 + 3) / 2);
  expect(median([])).toBeNaN();
});

test("mean() and cosine() do as they are called", () => {
  expect(mean([1, 2, 6])).toBe(3);
  expect(cosine(Float32Array.of(0.6, 0.8), Float32Array.of(1, 0))).toBeCloseTo(0.6, 6);
});
