import { describe, expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { noSuppressions } from "./no_suppressions.ts";

function judge(source: string): number {
  return noSuppressions.check([sourceFile("src/a.ts", source)]).length;
}

describe("noSuppressions", () => {
  test("noSuppressions finds comments that silence a tool", () => {
    for (
      const source of [
        "// @ts-ignore",
        "a(); // @ts-expect-error it is fine",
        "/* @ts-nocheck */",
        "/**\n * @ts-ignore\n */",
        "// deno-lint-ignore no-explicit-any",
        "// deno-lint-ignore-file",
        "/* eslint-disable */",
        "// biome-ignore lint: no",
      ]
    ) expect([source, judge(source)]).toEqual([source, 1]);
  });

  test("noSuppressions finds the type any", () => {
    for (
      const source of [
        "let a: any;",
        "let a: any[] = [];",
        "b as any",
        "new Map<string, any>()",
        "Promise<any>",
        "type A = any;",
        "type A = string | any;",
        "function f<T extends any>(): void {}",
        "function f(a: string, b?: any): void {}",
        "function f(): any {}",
        "type F = () => any;",
      ]
    ) expect([source, judge(source)]).toEqual([source, 1]);
  });

  test("noSuppressions lets talk of them and other uses of the word alone", () => {
    for (
      const source of [
        "// any of them; not even ts-ignore",
        '"// @ts-ignore"',
        "Promise.any(all)",
        "AbortSignal.any([a, b])",
        "const company: Company = many;",
        "const o = { any: 1 };",
      ]
    ) expect([source, judge(source)]).toEqual([source, 0]);
  });
});
