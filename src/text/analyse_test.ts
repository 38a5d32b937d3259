import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { analyse, ANALYSIS_VERSION } from "./analyse.ts";

/** Units whose repetition would cost most where time or size grew faster than the text. */
const NASTY = [
  ..."aAz9-./_:+#'\"`,@=\\ é重ก👍가ßﷺ\u0301\u200d\u00ad\ud800\u0000\uffff",
  ..."a- a. a/ a_ a' 's 1, 1,000 C++ aB a1 http:// :: é ก็ \u0316\u0301 न् 👩\u200d 🇩 𠮷 İ".split(
    " ",
  ),
];

/** Whether all words of a query are among those of a text. */
function finds(query: string, text: string): boolean {
  const words = new Set(analyse(text).split(" "));
  return analyse(query).split(" ").every((word) => words.has(word));
}

describe("analyse()", () => {
  test("analyse() folds case, accents, ligatures, widths and what is invisible", () => {
    const alike = [
      ["CAFÉ", "café", "cafe\u0301", "Cafe", "ｃａｆé", "ca\u00adfe", "c\u200bafe"],
      ["Straße", "STRASSE", "strasse", "STRAẞE"],
      ["Łódź", "lodz"],
      ["İstanbul", "ISTANBUL", "istanbul"],
      ["ΣΟΦΟΣ", "σοφός"],
      ["Ёлка", "елка"],
      ["ﬁx", "fix"],
    ];
    for (const texts of alike) expect([...new Set(texts.map(analyse))]).toHaveLength(1);
  });

  test("analyse() leaves marks that are vowels, and composes what it took apart", () => {
    for (const word of ["नमस्ते", "שָׁלוֹם", "مَرْحَبًا", "がぱ", "안녕"]) {
      expect(analyse(word.normalize("NFD"))).toBe(word.normalize("NFC"));
    }
  });

  test("analyse() reads a word with an apostrophe as it is typed without", () => {
    expect(analyse("don't don’t dont donʼt")).toBe("dont dont dont dont");
    expect(analyse("Mira's MIRA’S Mira")).toBe("mira mira mira");
    expect(analyse("she'll I’ve we're O'Brien rock'n'roll")).toBe(
      "she i we obrien o brien rocknroll",
    );
    expect(analyse("'quoted' the 1990's dogs' 6'2")).toBe("quoted the 1990 dogs 6 2");
  });

  test("analyse() makes pairs of characters where there are no spaces", () => {
    expect(analyse("東京タワー")).toBe("東京 京タ タワ ワー");
    expect(analyse("第4章。一")).toBe("第 4 章 一");
    expect(analyse("안녕하세요 안")).toBe("안녕 녕하 하세 세요 안");
    expect(analyse("สวัสดี")).toBe("สวั วัส สดี");
    for (const part of ["重跑", "gen-itgc", "gen", "itgc", "后"]) {
      expect(finds(part, "重跑gen-itgc后")).toBe(true);
    }
  });

  test("analyse() makes a word of each picture, whatever its skin", () => {
    expect(analyse("👍🏽👍❤️ 🇩🇪")).toBe("z0z51f44d z0z51f44d z0z42764 z0z51f1e9z51f1ea");
    expect(finds("💻", "👩‍💻")).toBe(true);
  });

  test("analyse() drops separators of thousands and keeps decimals whole and in parts", () => {
    expect(analyse("$1,000 1,234,567 1,2,3 1,0000")).toBe("1000 1234567 1 2 3 1 0000");
    expect(analyse("$3.50")).toBe("z03zd50 3 50");
  });

  test("analyse() answers with words and single spaces only, and nothing for nothing", () => {
    for (const text of ["", " \n", "—…!?", "\u0000", "\ud800", "\u0301", "'", "__", "🏽", "://"]) {
      expect(analyse(text)).toBe("");
    }
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
      expect(analyse(text)).toMatch(/^(?:[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?: (?=\S)|$))*$/u);
    }));
  });

  test("analyse() reads words alike among others of any script", () => {
    const ascii = fc.string({ unit: "grapheme-ascii", maxLength: 60 });
    const joined = fc.string({ unit: fc.constantFrom(..."aAz1-._/:@'+#, "), maxLength: 60 });
    fc.assert(fc.property(fc.oneof(ascii, joined), (text) => {
      expect(analyse(`${text} ж 重 🙂`)).toBe(`${analyse(text)} ж 重 z0z51f642`.trim());
    }));
  });

  test("analyse() loses no word of a text that it reads in stretches", () => {
    const text = "gen-itgc naïve 👍 ".repeat(20_000);
    expect(analyse(text)).toBe(`${analyse("gen-itgc naïve 👍")} `.repeat(20_000).trim());
    expect(
      analyse(`x${"𠮷".repeat(100_000)}`).split(" ").every((word) =>
        /^x$|^z0(?:z520bb7)+$/.test(word)
      ),
    )
      .toBe(true);
  });

  test("analyse() takes time and space in proportion to the text, whatever it is made of", () => {
    // Quadratic, each of these would take minutes and end in the test's time limit.
    for (const unit of NASTY) {
      const [short, long] = [100_000, 200_000].map((length) =>
        analyse(unit.repeat(length / unit.length)).length
      ) as [number, number];
      expect(long).toBeLessThan(20 * 200_000);
      expect(long).toBeLessThanOrEqual(2.1 * short + 100);
    }
    expect(analyse("a".repeat(1_000_000))).toMatch(/^z1\w{14}(?: z1\w{14}){9}$/);
    expect(analyse(`e${"\u0316\u0301".repeat(500_000)}`)).toBe("e");
    // In one go, these would overflow the stack of a pattern.
    for (const unit of ["重", "ж"]) expect(analyse(unit.repeat(8_000_000))).not.toBe("");
  }, 60_000);

  test("analyse() is of a version that stands for these answers", () => {
    const text = "Mira’s café 重跑gen-itgc后 v1.2.3 👍 नमस्ते HTTPServer 1,000";
    expect([ANALYSIS_VERSION, analyse(text)]).toEqual([
      1,
      "mira cafe 重跑 z0genzhitgc gen itgc 后 z0v1zd2zd3 z01zd2zd3 v1 v 1 2 3 z0z51f44d " +
      "नमस्ते httpserver http server 1000",
    ]);
  });
});
