import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { readLines, type ReferenceIds, SHARED } from "../../testing/references.ts";
import { bundledModelFolder } from "../models/bundled.ts";
import { WordPieces } from "./word_pieces.ts";

const WINDOW = 256;
const SEPARATOR = 102;

const file = JSON.parse(readFileSync(`${bundledModelFolder()}tokenizer.json`, "utf8"));
const pieces = new WordPieces(file, WINDOW);

/** The texts whose ids or count are not the reference's. */
function differing(references: readonly ReferenceIds[]): string[] {
  return references.filter(({ text, ids }) => {
    const cut = ids.length > WINDOW ? [...ids.slice(0, WINDOW - 1), SEPARATOR] : ids;
    return pieces.encode(text).join() !== cut.join() || pieces.count(text) !== ids.length - 2;
  }).map(({ text }) => text);
}

describe("WordPieces", () => {
  test("WordPieces gives the reference's ids", () => {
    expect(differing(readLines("token_ids.jsonl"))).toEqual([]);
  });

  test.skipIf(SHARED === null)(
    "WordPieces gives the reference's ids for all 1,000 texts (needs ../shared)",
    () => {
      const file = new URL("models/references/token_ids.jsonl", SHARED!);
      const references = readLines<ReferenceIds>(file);
      expect(references.length).toBe(1000);
      expect(differing(references)).toEqual([]);
    },
  );

  test("WordPieces reads special tokens in a text as text", () => {
    expect(pieces.encode("[SEP]")).toEqual([101, 1031, 19802, 1033, SEPARATOR]);
  });

  test("WordPieces cuts what exceeds the window and keeps [SEP]", () => {
    for (const words of [WINDOW - 2, WINDOW - 1, 5 * WINDOW]) {
      const ids = pieces.encode("river ".repeat(words));
      expect([ids.length, ids.at(-2), ids.at(-1)]).toEqual([WINDOW, 2314, SEPARATOR]);
    }
  });

  test("WordPieces lower-cases a letter alike wherever it stands", () => {
    expect(pieces.encode("ΟΔΟΣ")).toEqual(pieces.encode("οδοσ"));
    expect(pieces.encode("ΣΣΣ.")).toEqual(pieces.encode("σσσ."));
  });

  test("WordPieces takes any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), fc.string(), (text, other) => {
      const lone = text + "\udc00" + other + "\ud800";
      const ids = pieces.encode(lone);
      expect(ids.every((id) => Number.isInteger(id) && id >= 0)).toBe(true);
      expect(pieces.count(lone)).toBeGreaterThanOrEqual(ids.length - 2);
    }));
  });
});
