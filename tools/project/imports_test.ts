import { describe, expect, test } from "bun:test";
import { findImports, packageOf } from "./imports.ts";
import { mask } from "./mask.ts";

function imports(source: string): string[] {
  return findImports(source, mask(source).code).map((found) =>
    (found.typeOnly ? "type " : "") + (found.dynamic ? "dynamic " : "") + found.specifier
  );
}

describe("imports", () => {
  test("findImports() finds every form", () => {
    expect(imports(`
      import "side-effect";
      import a from "default";
      import * as b from 'star';
      import c, { d as e, type F } from "mixed";
      import type { G } from "types";
      import type H from "default-type";
      export * from "export-star";
      export * as i from "export-star-as";
      export { j } from "export";
      export type { K } from "export-type";
      const l = await import("dynamic");
      const m = require("required");
      type N = import("type-position").N;
    `)).toEqual([
      "side-effect",
      "default",
      "star",
      "mixed",
      "type types",
      "type default-type",
      "export-star",
      "export-star-as",
      "export",
      "type export-type",
      "dynamic dynamic",
      "dynamic required",
      "dynamic type-position",
    ]);
  });

  test("findImports() reads imports over several lines and names the last of them", () => {
    const source = `import {\n  type A,\n  b,\n} from "./c.ts";`;
    expect(findImports(source, mask(source).code))
      .toEqual([{ specifier: "./c.ts", line: 4, typeOnly: false, dynamic: false }]);
  });

  test("findImports() is not fooled by comments, strings and code", () => {
    expect(imports(`
      // import "a";
      /** import { b } from "b"; */
      const c = 'import "c"';
      export const from = "d";
      export function important(): string { return "e"; }
      export class F {}
      export { g };
      export interface H { from: "i" }
      x.import("j");
    `)).toEqual([]);
  });

  test("findImports() takes one statement at a time", () => {
    expect(imports(`export class A {}\nimport type { B } from "b";`)).toEqual(["type b"]);
    expect(imports(`export { a }\nimport { c } from "d"`)).toEqual(["d"]);
  });

  test("packageOf() cuts a specifier to its package", () => {
    expect(["pg", "@a/b/c", "a/b", "./a.ts", "../b", "node:fs", "bun:test"].map(packageOf))
      .toEqual(["pg", "@a/b", "a", null, null, null, null]);
  });
});
