import { expect, test } from "bun:test";
import { findProblems } from "./package_contents.ts";

const manifest = {
  exports: {
    ".": { browser: "./dist/browser.js", default: "./dist/mod.js" },
    "./x": "./dist/x.js",
  },
  bin: { bicameral: "./dist/main.js" },
};

test("findProblems() finds what package.json points to and the package lacks", () => {
  expect(findProblems(manifest, ["dist/mod.js", "dist/x.js"])).toEqual([
    "package.json points to dist/browser.js, which is not in the package",
    "package.json points to dist/main.js, which is not in the package",
  ]);
});

test("findProblems() finds tests, contracts, fixtures and sources", () => {
  const files = ["src/a_test.js", "src/b_contract.d.ts", "src/fixtures/c.json", "src/d.ts"];
  expect(findProblems({}, [...files, "src/d.js", "src/d.d.ts"]))
    .toEqual(files.map((path) => `${path} is in the package and should not be`));
});
