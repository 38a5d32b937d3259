import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMemory, type NewMemory } from "../../mod.ts";
import { start } from "../../testing/cli.ts";
import { identityOf, MINILM } from "../../src/embed/catalogue.ts";
import { DEFAULT_TEXT_TEMPLATE } from "../../src/embed/turn_text.ts";
import { defineSpace, SMALL } from "../../src/spaces/space.ts";

/** What takes a process of its own: standard streams, signals, and two of them on one store. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bicameral-main-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function optionsOf(store: string): string[] {
  return ["--data", join(folder, store), "--durability", "relaxed"];
}

function open(store: string) {
  return createMemory({ dataDir: join(folder, store), durability: "relaxed" });
}

const SPACE = await defineSpace(SMALL, identityOf(MINILM, "int8"), DEFAULT_TEXT_TEMPLATE);

/** Memories that bring their vectors, so that no time goes into making them. */
function* ready(count: number): Generator<NewMemory> {
  for (let i = 0; i < count; i++) {
    yield {
      text: `Memory ${i}`,
      vectors: { [SPACE.id]: Array.from({ length: 384 }, (_, j) => i + j + 1) },
    };
  }
}

describe("main", () => {
  test("main reads a text from standard input and ends with 0", async () => {
    const process = start(["add", "--json", ...optionsOf("stdin")]);
    process.stdin!.end("Wrens nest\nin gutters. 重\n");
    const { code, out, err } = await process.ended;
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const store = await open("stdin");
    try {
      expect(await store.get(JSON.parse(out).id)).toMatchObject({
        text: "Wrens nest\nin gutters. 重",
      });
    } finally {
      await store.close();
    }
  }, 30_000);

  test(
    "main ends with 4, says who has the store, and leaves it alone",
    async () => {
      const store = await open("locked");
      try {
        const { code, out, err } = await start(["list", ...optionsOf("locked")])
          .ended;
        expect({ code, out }).toEqual({ code: 4, out: "" });
        expect(err).toMatch(
          /^bicameral: The store .* is in use by process \d+/,
        );
        expect((await store.status()).memories).toBe(0);
      } finally {
        await store.close();
      }
    },
    30_000,
  );

  test(
    "main keeps what an interrupted import had committed, and ends with 130",
    async () => {
      const process = start(["import", "-", ...optionsOf("interrupted")]);
      for (const memory of ready(150)) {
        process.stdin!.write(
          `${JSON.stringify(memory)}\n`,
        );
      }
      // Standard input stays open: only the signal ends it.
      await process.wrote(/Importing: 128/);
      process.kill("SIGINT");
      const { code, out } = await process.ended;
      expect(code).toBe(130);
      const [, kept] = /^Interrupted; kept (\d+) memories; run it again to go on\n$/.exec(
        out,
      ) ?? [];
      // What was read behind the first 128 may or may not have been written before the signal.
      expect(Number(kept)).toBeGreaterThanOrEqual(128);
      const store = await open("interrupted");
      try {
        expect((await store.status()).memories).toBe(Number(kept));
      } finally {
        await store.close();
      }
    },
    30_000,
  );

  test("main stops without a word when nobody reads on", async () => {
    const store = await open("piped");
    await store.addMany(ready(100));
    await store.close();
    const process = start(["export", ...optionsOf("piped")]);
    process.stdout!.once("data", () => process.stdout!.destroy());
    const { code, err } = await process.ended;
    expect({ code, err }).toEqual({ code: 0, err: "" });
  }, 30_000);
});
