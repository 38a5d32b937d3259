import { expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { noMachineNames } from "./no_machine_names.ts";

function judge(text: string): number {
  return noMachineNames.check([sourceFile("README.md", text)]).length;
}

// Put together here, or this file would break the rule.
const slash = "/";
const scheme = "https:" + "//";

test("noMachineNames finds absolute paths", () => {
  for (const path of ["work/main", "root/.cache", "home/alice", "Users/bob/x"]) {
    expect([path, judge(`see "${slash}${path}" there`)]).toEqual([path, 1]);
    expect([path, judge(`file:/${slash}${slash}${path}`)]).toEqual([path, 1]);
  }
});

test("noMachineNames finds package hosts", () => {
  for (
    const host of ["registry.npmjs.org/a", "npm-registry.example.com:4873", "nexus.example.com"]
  ) {
    expect([host, judge(`"resolved": "${scheme}${host}"`)]).toEqual([host, 1]);
  }
});

test("noMachineNames lets relative paths, URLs and placeholders alone", () => {
  for (
    const text of [
      "src/work/a.ts",
      "../root/b",
      "http://example.com/work/",
      "http://work/",
      "/home/me",
      "~/work/",
    ]
  ) {
    expect([text, judge(text)]).toEqual([text, 0]);
  }
  expect(judge(`${scheme}www.npmjs.com/package/pg`)).toBe(0);
});
