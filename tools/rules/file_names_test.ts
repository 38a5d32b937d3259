import { expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { fileNames } from "./file_names.ts";

function judge(path: string): number {
  return fileNames.check([sourceFile(path, "")]).length;
}

test("fileNames finds names that are not snake_case", () => {
  const wrong = ["src/camelCase.ts", "src/kebab-case.ts", "src/A.ts", "src/a..ts", "src/a b/c.ts"];
  expect(wrong.map(judge)).toEqual(wrong.map(() => 1));
});

test("fileNames lets snake_case, documents and published names alone", () => {
  const right = ["mod.ts", "src/a_b_test.ts", "migrations/0001_small_space.sql", "README.md"];
  expect(right.map(judge)).toEqual(right.map(() => 0));
});
