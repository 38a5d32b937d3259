import { expect, test } from "bun:test";
import { slicesOf } from "./slices.ts";

test("slicesOf() ends a slice with the text that fills it, and loses none", () => {
  expect(slicesOf(["abc", "de", "f", "", "ghijklm", "n"], 5))
    .toEqual([["abc", "de"], ["f", "", "ghijklm"], ["n"]]);
  expect(slicesOf([], 5)).toEqual([]);
});
