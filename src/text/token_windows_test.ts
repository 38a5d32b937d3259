import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { WordPieces } from "../../backends/inference/word_pieces.ts";
import { bundledModelFolder } from "../../backends/models/bundled.ts";
import { splitCodePoints, splitSentences, splitWords } from "./sentences.ts";
import { maxTokenCount, splitByTokens } from "./token_windows.ts";

/** A tokeniser of one token a letter that is not white space: the worst there is. */
const countLetters = (texts: readonly string[]) =>
  Promise.resolve(texts.map((text) => [...text.replace(/\s/gu, "")].length));

const texts = fc.array(
  fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.constantFrom(" ", "\n", "\n\n", ". ", "! ", "。", "？」", "…) ", "한국어", "𠮷野家"),
  ),
  { maxLength: 40 },
).map((pieces) => pieces.join(""));

describe("splitByTokens()", () => {
  test("splitByTokens() loses nothing and fits every part in the window", async () => {
    await fc.assert(fc.asyncProperty(texts, fc.integer({ min: 3, max: 50 }), async (text, max) => {
      const parts = await splitByTokens(text, max, countLetters);
      expect(parts.join("")).toBe(text);
      for (const tokens of await countLetters(parts)) expect(tokens).toBeLessThanOrEqual(max);
    }));
  });

  test("splitByTokens() cuts at sentences where they fit, else at words, else anywhere", async () => {
    const words = (texts: readonly string[]) =>
      Promise.resolve(texts.map((text) => text.split(/\s+/).filter(Boolean).length));
    expect(await splitByTokens("One two. Three four! Five six.", 4, words))
      .toEqual(["One two. Three four! ", "Five six."]);
    expect(await splitByTokens("a b c d e f g", 3, words)).toEqual(["a b c ", "d e f ", "g"]);
    expect(await splitByTokens("重".repeat(7), 3, countLetters)).toEqual([
      "重重重",
      "重重重",
      "重",
    ]);
  });

  test("splitByTokens() refuses a window that holds nothing", async () => {
    await expect(splitByTokens("x", 2, countLetters)).rejects.toThrow(RangeError);
  });
});

describe("sentence pieces", () => {
  test("splitSentences(), splitWords() and splitCodePoints() give the text back when joined", () => {
    fc.assert(fc.property(texts, (text) => {
      expect(splitSentences(text).join("")).toBe(text);
      expect(splitWords(text).join("")).toBe(text);
      expect(splitCodePoints(text, 3).join("")).toBe(text);
    }));
  });

  test("splitSentences() takes time in proportion to the text, whatever it is made of", () => {
    // Quadratic, each of these would take tens of seconds and end in the test's time limit.
    for (const unit of ["!", ".", "…", ".)", "! ", "\n", "。", "'", " "]) {
      const text = unit.repeat(200_000 / unit.length);
      expect(splitSentences(text).join("")).toBe(text);
    }
  });

  test("splitSentences() ends sentences in English, Chinese and at line breaks", () => {
    expect(splitSentences('He said "Go." Then 3.14 left.\nNew line. 你好。再见！End'))
      .toEqual(['He said "Go." ', "Then 3.14 left.\n", "New line. ", "你好。", "再见！", "End"]);
  });
});

describe("maxTokenCount()", () => {
  test("maxTokenCount() is never below what the model's word pieces count, for any character", () => {
    const tokenizer = readFileSync(join(bundledModelFolder(), "tokenizer.json"), "utf8");
    const pieces = new WordPieces(JSON.parse(tokenizer), 256);
    const short: string[] = [];
    for (let point = 0x21; point < 0x1f000; point++) {
      if (point >= 0xd800 && point < 0xe000) continue;
      const text = String.fromCodePoint(point);
      // Of the rest, what does not decompose is one character to word pieces as well.
      if (text.normalize("NFD") === text && point % 16 !== 0) continue;
      if (maxTokenCount(text) < pieces.count(text)) short.push(point.toString(16));
    }
    expect(short).toEqual([]);
  });

  test("maxTokenCount() counts letters that are not white space, Hangul three times", () => {
    expect(maxTokenCount("ab c\n\td")).toBe(4);
    expect(maxTokenCount("한국")).toBe(6);
    expect(maxTokenCount("")).toBe(0);
  });
});
