import { expect, test } from "bun:test";
import { quantile } from "./quantile.ts";

test("quantile() is the nearest value that there is, whatever their order", () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect([0, 0.5, 0.95, 1].map((share) => quantile(hundred, share))).toEqual([1, 50, 95, 100]);
  expect(quantile([7], 0.95)).toBe(7);
  expect(quantile([], 0.5)).toBeNaN();
});
