import { expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MINILM } from "../../src/embed/catalogue.ts";
import { bundledModelFolder } from "./bundled.ts";

test("bundledModelFolder() holds the files that the catalogue names", () => {
  for (const { path, bytes, sha256 } of [MINILM.tokenizer, MINILM.weights.int8!]) {
    const file = readFileSync(join(bundledModelFolder(), path));
    expect([path, file.length, createHash("sha256").update(file).digest("hex")])
      .toEqual([path, bytes!, sha256!]);
  }
});

test("bundledModelFolder() says in its README what the files are", () => {
  const readme = readFileSync(join(bundledModelFolder(), "../README.md"), "utf8");
  for (const { path, sha256 } of [MINILM.tokenizer, MINILM.weights.int8!]) {
    expect(readme).toContain(path);
    expect(readme).toContain(sha256!);
  }
  expect(readme).toContain(MINILM.revision);
});
