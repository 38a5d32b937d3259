import { expect, test } from "bun:test";
import { gaussian, randomNumbers } from "./random.ts";

test("randomNumbers() gives the same for the same seed, and another row for another", () => {
  const take = (seed: number) => Array.from({ length: 5 }, randomNumbers(seed));
  expect(take(7)).toEqual(take(7));
  expect(take(7)).not.toEqual(take(8));
});

test("gaussian() has mean 0 and deviation 1", () => {
  const values = Array.from({ length: 20_000 }, gaussian(randomNumbers(1)));
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + x * x, 0) / values.length;
  // Three standard errors of 20,000 values: 3 / √20000 and 3 × √(2 / 20000).
  expect(Math.abs(mean)).toBeLessThan(0.022);
  expect(Math.abs(squares - 1)).toBeLessThan(0.03);
});
