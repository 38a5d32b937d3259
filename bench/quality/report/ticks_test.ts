import { expect, test } from "bun:test";
import { linearTicks, logTicks } from "./ticks.ts";

test("logTicks() has 1, 2 and 5 of each power of ten, to both ends and no further", () => {
  expect(logTicks(3, 40)).toEqual([2, 5, 10, 20, 50]);
  expect(logTicks(1, 10)).toEqual([1, 2, 5, 10]);
  expect(logTicks(0.0021, 0.7)).toEqual([0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]);
  expect(logTicks(0.9, 1.1)).toEqual([0.5, 1, 2]);
});

test("linearTicks() has round numbers, two at least", () => {
  expect(linearTicks(26.7, 63.2)).toEqual([20, 30, 40, 50, 60, 70]);
  expect(linearTicks(40, 41.7)).toEqual([40, 40.5, 41, 41.5, 42]);
  expect(linearTicks(50, 50)).toEqual([50, 50.5]);
});
