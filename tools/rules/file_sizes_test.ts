import { expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { fileSizes } from "./file_sizes.ts";

function judge(lines: number, first = "", path = "src/a.ts"): (boolean | undefined)[] {
  const text = first + "a;\n".repeat(lines);
  return fileSizes.check([sourceFile(path, text)]).map(({ warning }) => warning);
}

test("fileSizes warns from 250 lines and stops above 400", () => {
  expect([249, 250, 400, 401].map((lines) => judge(lines))).toEqual([[], [true], [true], [
    undefined,
  ]]);
});

test("fileSizes lets data and other kinds of files alone", () => {
  expect(judge(500, "// Data: stop words\n")).toEqual([]);
  expect(judge(500, "/** Data: stop words */\n")).toEqual([]);
  expect(judge(500, "", "README.md")).toEqual([]);
});
