import { describe, expect, test } from "bun:test";
import { listApi } from "./api.ts";

function list(files: Record<string, string>): string[] {
  return listApi("mod.d.ts", (path) => files[path]!).trim().split("\n\n");
}

describe("api", () => {
  test("listApi() follows exports to where they are declared", () => {
    expect(list({
      "mod.d.ts": `
        import { type A } from "./src/a.js";
        export { b as c, type D } from "./src/b.js";
        export * from "./src/e.js";
        export { A };
        export type { Pool } from "pg";
      `,
      "src/a.d.ts": "interface A { x: 1; }\nexport { A };",
      "src/b.d.ts":
        `export declare function b(b: string): void;\nexport type D = "d;e" | { f: 1; };`,
      "src/e.d.ts": `export * from "./f.js";\ndeclare const hidden: 1;\nexport {};`,
      "src/f.d.ts": "export declare const f: number;",
    })).toEqual([
      "interface A\n  x: 1",
      "function c(b: string): void",
      'type D = "d;e" | { f: 1; }',
      "const f: number",
      'Pool as Pool from "pg"',
    ]);
  });

  test("listApi() shows the members that a caller can use", () => {
    expect(list({
      "mod.d.ts": `
        /** Documented { badly. */
        export declare class A<T> extends B {
            #private;
            private hidden;
            /** Its name; not empty. */
            readonly name: string;
            constructor(name: string, options?: {
                cause?: unknown;
            });
            f(): T;
        }
        export declare function g(a: string): void;
        export declare function g(a: number): void;
      `,
    })).toEqual([
      [
        "class A<T> extends B",
        "  readonly name: string",
        "  constructor(name: string, options?: { cause?: unknown; })",
        "  f(): T",
      ].join("\n"),
      "function g(a: string): void\nfunction g(a: number): void",
    ]);
  });
});
