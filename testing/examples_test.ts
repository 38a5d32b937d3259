import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Runs the examples that users read. A comment behind a `console.log` in one says
 * what it prints, and is held to it.
 */

const root = new URL("..", import.meta.url);
const SOURCES = ["README.md", "mod.ts", "src/errors.ts", "src/memory/memory_store.ts"];
const folder = join(tmpdir(), `bicameral-examples-${crypto.randomUUID()}`);

beforeAll(() => mkdirSync(folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function examplesOf(source: string): string[] {
  const text = readFileSync(new URL(source, root), "utf8").replace(/^ \* ?/gm, "");
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] as string);
}

/** The example with its imports resolved, its directory moved and its output gathered. */
function prepare(example: string): string {
  return "export const printed: unknown[] = [];\n" + example
    .replace('from "bicameral"', `from ${JSON.stringify(new URL("mod.ts", root).href)}`)
    .replace('"./memories"', JSON.stringify(join(folder, "memories")))
    .replaceAll("console.log(", "printed.push(");
}

describe("examples", () => {
  for (const source of SOURCES) {
    for (const [i, example] of examplesOf(source).entries()) {
      test(`example ${i + 1} of ${source} runs and prints what it says`, async () => {
        const file = join(folder, `${source.replaceAll(/\W/g, "_")}_${i}.ts`);
        writeFileSync(file, prepare(example));
        const { printed } = await import(pathToFileURL(file).href) as { printed: unknown[] };
        const said = [...example.matchAll(/console\.log\(.*\);(?: \/\/ (".*"))?$/gm)]
          .map((match) => match[1]);
        expect(printed.length).toBe(said.length);
        for (const [n, line] of said.entries()) {
          if (line !== undefined) expect(JSON.stringify(printed[n])).toBe(line);
        }
      }, 30_000);
    }
  }
});
