import { describe, expect, test } from "bun:test";
import { cutToWidth, displayWidth, padToWidth } from "./display_width.ts";

describe("displayWidth()", () => {
  for (
    const [text, width] of [
      ["", 0],
      ["plain", 5],
      ["Zoë", 3],
      ["Zoe\u0308", 3],
      ["家惠", 4],
      ["カナ", 4],
      ["ｶﾅ", 2],
      ["한국", 4],
      ["\u1112\u1161\u11ab", 2],
      ["，。", 4],
      ["🐦", 2],
      ["👨‍👩‍👧‍👦", 2],
      ["🇵🇹", 2],
      ["👍🏽", 2],
      ["❤️", 2],
      ["❤", 1],
      ["a\u200bb", 2],
      ["𠮷", 2],
      ["…", 1],
    ] as const
  ) {
    test(`displayWidth() of ${JSON.stringify(text)} is ${width}`, () => {
      expect(displayWidth(text)).toBe(width);
    });
  }
});

describe("cutToWidth()", () => {
  test("cutToWidth() keeps what fits and never halves a grapheme", () => {
    expect(cutToWidth("家惠", 4)).toBe("家惠");
    expect(cutToWidth("家惠们", 5)).toBe("家惠…");
    expect(cutToWidth("家惠们", 4)).toBe("家…");
    expect(cutToWidth("👨‍👩‍👧‍👦 family", 4)).toBe("👨‍👩‍👧‍👦…");
    expect(cutToWidth("one two", 5)).toBe("one…");
    expect(cutToWidth("long", 1)).toBe("…");
    expect(cutToWidth("long", 0)).toBe("");
  });
});

describe("padToWidth()", () => {
  test("padToWidth() fills up by columns, not by code units", () => {
    expect(padToWidth("家", 4, "left")).toBe("家  ");
    expect(padToWidth("🐦", 4, "right")).toBe("  🐦");
    expect(padToWidth("too long", 4, "left")).toBe("too long");
  });
});
