import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { lexeme } from "./lexeme.ts";

const identifiers = fc.string({
  unit: fc.constantFrom(..."az0159-_./:@+#éп你👍\u0301xhud"),
  minLength: 1,
  maxLength: 12,
});

describe("lexeme()", () => {
  test("lexeme() never makes one word of two", () => {
    fc.assert(fc.property(identifiers, identifiers, (a, b) => {
      expect(lexeme(a) === lexeme(b)).toBe(a === b);
    }));
    // What an encoding looks like is encoded itself.
    const tricky = [
      "a-b",
      "azhb",
      "z0azhb",
      "z0z0azhb",
      "z1abc",
      "z",
      "zz",
      "z0",
      "z-",
      "-z",
      "zh",
    ];
    expect(new Set(tricky.map(lexeme)).size).toBe(tricky.length);
  });

  test("lexeme() keeps words that are one token and encodes others with a letter and a digit", () => {
    for (const word of ["word", "42", "gpt4", "zoo", "привет", "你好", "नमस्ते", "안녕"]) {
      expect(lexeme(word)).toBe(word);
    }
    fc.assert(fc.property(fc.string({ unit: "binary", minLength: 1, maxLength: 60 }), (word) => {
      if (lexeme(word) !== word) expect(lexeme(word)).toMatch(/^z[01][a-z\d]{1,98}$/);
    }));
  });

  test("lexeme() hashes long words, alike each time and all differently", () => {
    const long = Array.from({ length: 5_000 }, (_, i) => `${"a/".repeat(60)}${i}`);
    const words = long.map(lexeme);
    expect(new Set(words).size).toBe(long.length);
    expect(words.every((word) => /^z1[a-z\d]{14}$/.test(word))).toBe(true);
    expect(long.map(lexeme)).toEqual(words);
    expect(lexeme("-".repeat(60))).toMatch(/^z1/);
  });
});
