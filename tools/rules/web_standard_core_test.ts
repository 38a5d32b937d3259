import { describe, expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { webStandardCore } from "./web_standard_core.ts";

function judge(path: string, source: string): number {
  return webStandardCore.check([sourceFile(path, source)]).length;
}

describe("webStandardCore", () => {
  test("webStandardCore finds imports and globals of one runtime", () => {
    for (
      const source of [
        'import { readFile } from "node:fs";',
        'const { hash } = await import("bun");',
        "Bun.file(path)",
        "const path = Deno.cwd();",
        "process.env.HOME",
        "process?.versions",
        'globalThis.process["env"]',
        "Buffer.from(text)",
        "const bytes: Buffer = read();",
        "let timer: NodeJS.Timeout;",
        "new URL(__dirname)",
        "`${process.platform}`",
        'require("fs")',
      ]
    ) expect([source, judge("src/memory/add.ts", source)]).toEqual([source, 1]);
  });

  test("webStandardCore lets words alone that only look like it", () => {
    for (
      const source of [
        "// process.env and Bun.file",
        '"Deno.cwd()"',
        "new ArrayBuffer(process(1))",
        "this.process.run()",
        "class A { process(): void {} }",
        "interface A { process?: string }",
        'import "./bun.ts";',
      ]
    ) expect([source, judge("src/memory/add.ts", source)]).toEqual([source, 0]);
  });

  test("webStandardCore is about the core, not about its tests and the backends", () => {
    expect(judge("src/memory/add_test.ts", 'import "bun:test"; process.env')).toBe(0);
    expect(judge("backends/files/paths.ts", 'import "node:os"; process.env')).toBe(0);
  });
});
