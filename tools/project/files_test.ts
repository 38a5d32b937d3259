import { describe, expect, test } from "bun:test";
import { ignoring, listFiles } from "./files.ts";

describe("files", () => {
  test("listFiles() finds this file and nothing that was installed or built", () => {
    const files = listFiles();
    expect(files).toContain("tools/project/files_test.ts");
    expect(files.filter((file) => /(^|\/)(node_modules|dist|\.git)\//.test(file))).toEqual([]);
  });

  test("ignoring() reads names, endings and paths with stars", () => {
    const ignored = ignoring("# built\nnode_modules/\n*.tgz\nbench/*/results/\n/out\n");
    expect(["a/node_modules/", "node_modules/", "x.tgz", "a/x.tgz", "bench/speed/results/", "out"]
      .filter((path) => !ignored(path))).toEqual([]);
    expect(["node_modules.ts", "a/x.tgz.ts", "bench/results/", "a/out", "a/node_modules"]
      .filter(ignored)).toEqual([]);
  });
});
