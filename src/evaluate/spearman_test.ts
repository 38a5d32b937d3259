import { expect, test } from "bun:test";
import fc from "fast-check";
import { spearman } from "./spearman.ts";

test("spearman() is −29/165 on the textbook's ten pupils: 1 − 6 Σ d² / (n³ − n)", () => {
  const quotient = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
  const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
  expect(spearman(quotient, hours)).toBeCloseTo(-29 / 165, 12);
});

test("spearman() gives equal values the mean of their ranks, as scipy 1.17.1 does", () => {
  // The example of scipy.stats.spearmanr's page, and one with ties in both rows.
  expect(spearman([1, 2, 3, 4, 5], [5, 6, 7, 8, 7])).toBeCloseTo(0.8207826816681233, 12);
  const xs = [3, 1, 3, 2, 2, 5, 5, 5, 0, 1];
  const ys = [0.1, 0.4, 0.4, 0.4, 0.9, 0.2, 1, 1, 0.3, 0.1];
  expect(spearman(xs, ys)).toBeCloseTo(0.3785507794471098, 12);
});

test("spearman() looks at the order alone", () => {
  const values = fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 40 });
  fc.assert(fc.property(values, (xs) => {
    expect(spearman(xs, xs.map((x) => x ** 3))).toBeCloseTo(1, 12);
    expect(spearman(xs, xs.map((x) => -x))).toBeCloseTo(-1, 12);
  }));
});

test("spearman() is NaN where nothing varies, and refuses what can't be paired", () => {
  expect(spearman([1, 1], [1, 2])).toBeNaN();
  expect(spearman([], [])).toBeNaN();
  expect(() => spearman([1], [])).toThrow("spearman() got 1 and 0 numbers");
  expect(() => spearman([Infinity], [1])).toThrow("spearman() got Infinity");
});
