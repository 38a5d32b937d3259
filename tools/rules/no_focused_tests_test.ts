import { describe, expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { noFocusedTests } from "./no_focused_tests.ts";

function judge(source: string): number {
  return noFocusedTests.check([sourceFile("src/a_test.ts", source)]).length;
}

describe("noFocusedTests", () => {
  test("noFocusedTests finds tests that hide others and tests that are to be done", () => {
    const found = ["test.only('a', b)", "describe.only('a', b)", "it.todo('a')", "test\n.only(a)"];
    expect(found.map(judge)).toEqual(found.map(() => 1));
  });

  test("noFocusedTests lets skips and other words alone", () => {
    const found = ["test.skipIf(a)('b', c)", "'test.only'", "a.test.only", "latest.only()"];
    expect(found.map(judge)).toEqual(found.map(() => 0));
  });
});
