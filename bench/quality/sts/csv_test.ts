import { expect, test } from "bun:test";
import { parseCsv } from "./csv.ts";

test("parseCsv() reads fields plain and quoted", () => {
  expect(parseCsv('a,b,1.5\n"c, d","says ""no"".",2\n')).toEqual([
    ["a", "b", "1.5"],
    ["c, d", 'says "no".', "2"],
  ]);
  expect(parseCsv('"two\nlines",\r\n,"",x')).toEqual([["two\nlines", ""], ["", "", "x"]]);
  expect(parseCsv("")).toEqual([]);
  expect(parseCsv("a,")).toEqual([["a", ""]]);
});

test("parseCsv() refuses a quote in the wrong place, and says in which row", () => {
  for (const text of ['a,b\nc"d,e\n', 'a,b\n"c"d,e\n', 'a,b\n"c,d\n']) {
    expect(() => parseCsv(text)).toThrow("Row 2 is not CSV");
  }
});
