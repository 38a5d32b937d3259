import { describe, expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { lazyPackages } from "./lazy_packages.ts";

function judge(path: string, source: string): number {
  return lazyPackages.check([sourceFile(path, source)]).length;
}

describe("lazyPackages", () => {
  test("lazyPackages finds heavy packages that are loaded at once", () => {
    for (
      const source of [
        'import * as ort from "onnxruntime-node";',
        'import { InferenceSession } from "onnxruntime-web/wasm";',
        'import "pg";',
        // Stays as an import of nothing when the types are erased.
        'import { type Client } from "pg";',
        'export { Elysia } from "elysia";',
        'import { createMcpHandler } from "@modelcontextprotocol/server";',
      ]
    ) expect([source, judge("src/serve/http.ts", source)]).toEqual([source, 1]);
  });

  test("lazyPackages lets import(), types, light packages and tests alone", () => {
    for (
      const source of [
        'const ort = await import("onnxruntime-node");',
        'import type { Client } from "pg";',
        'type Ort = typeof import("onnxruntime-web");',
        'import { Tokenizer } from "@huggingface/tokenizers";',
        'import "./pg.ts";',
      ]
    ) expect([source, judge("backends/database/pg.ts", source)]).toEqual([source, 0]);
    expect(judge("backends/database/pg_test.ts", 'import "pg";')).toBe(0);
    expect(judge("bench/speed/main.ts", 'import "pg";')).toBe(0);
  });
});
