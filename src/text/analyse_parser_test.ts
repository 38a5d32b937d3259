import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { openPglite } from "../../backends/database/pglite.ts";
import { CACHE } from "../../testing/stores.ts";
import type { Database } from "../database.ts";
import { analyse } from "./analyse.ts";

const WORD_TYPES = new Set(["asciiword", "word", "numword", "uint"]);

const SAMPLES = [
  "naïve café Straße Łódź",
  "Привет, как дела? Ёлка ещё",
  "Ελληνικά ΣΟΦΟΣ",
  "שָׁלוֹם צה״ל",
  "مَرْحَبًا بالعالم ٣٤",
  "नमस्ते दुनिया १२",
  "你好世界 東京タワー 々〆ヶ 안녕하세요",
  "สวัสดีครับ ๆฯ ລາວ ខ្មែរ မြန်မာ",
  "ქართული Հայերեն አማርኛ বাংলা தமிழ் ᏣᎳᎩ",
  "src/memory/add.ts v1.2.3 a@b.org https://x.org/?q=1 1e5 -1.5e-7 &amp; <b>x</b> 0x1F /etc/x %20",
];

/** Characters alone, glued, doubled and after a digit: what a parser might take apart. */
const pieces = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.string({ unit: fc.constantFrom(..."ae1z0-./_:@&<>;'e\"+%# ĳп你ก็न्"), maxLength: 20 }),
  fc.constantFrom(...SAMPLES),
);

describe("analyse() in Postgres", () => {
  let database: Database;
  beforeAll(async () => {
    database = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  }, 30_000);
  afterAll(() => database.close());

  /** Fails unless the parser takes each analysed text's words, and nothing else, for tokens. */
  async function expectWords(texts: readonly string[]): Promise<void> {
    const analysed = texts.map(analyse);
    const rows = await database.query<{ tokens: [alias: string, token: string][] }>(
      `select coalesce((select json_agg(json_build_array(t.alias, token))
         from ts_parse('default', lex) join ts_token_type('default') t using (tokid)
         where token <> ' '), '[]') as tokens
       from json_array_elements_text($1::json) with ordinality as texts(lex, i) order by i`,
      [JSON.stringify(analysed)],
    );
    for (const [i, { tokens }] of rows.entries()) {
      expect(tokens.map(([, token]) => token).join("|")).toBe(analysed[i]!.replaceAll(" ", "|"));
      expect(tokens.filter(([alias]) => !WORD_TYPES.has(alias))).toEqual([]);
    }
    expect(rows).toHaveLength(texts.length);
  }

  test("each word is one token, in any script", async () => {
    await expectWords([...SAMPLES, SAMPLES.join(""), "1".repeat(100), "é".repeat(100)]);
  });

  test("each word is one token, whatever the text", async () => {
    const texts = fc.array(fc.array(pieces, { maxLength: 6 }).map((some) => some.join("")), {
      minLength: 40,
      maxLength: 80,
    });
    await fc.assert(fc.asyncProperty(texts, expectWords), { numRuns: 30 });
  });

  test("each letter, digit and mark there is makes words that are one token", async () => {
    const texts: string[] = [];
    for (let point = 0x80; point < 0x32000; point++) {
      const character = String.fromCodePoint(point);
      // Beyond the first plane, Han alone is 60,000 that are alike.
      if (!/[\p{L}\p{N}\p{M}]/u.test(character) || (point > 0x20000 && point % 64 > 0)) continue;
      texts.push(`${character} ${character}${character} ab${character}c क${character}`);
    }
    const lines = Array.from(
      { length: 100 },
      (_, i) => texts.filter((_, k) => k % 100 === i).join("\n"),
    );
    await expectWords(lines);
  }, 60_000);

  test("identifiers come out of the English configuration as they went in, words stemmed", async () => {
    const lex = analyse("running gen-itgcs PDFs being/made gpt4s 你好 привет ERR_RUNNING v1.2.3");
    const [row] = await database.query<{ lexemes: string[] }>(
      "select array(select lexeme from unnest(to_tsvector('english', $1))) as lexemes",
      [lex],
    );
    for (const word of lex.split(" ").filter((word) => /^z0|\d|[^a-z]/.test(word))) {
      expect(row?.lexemes).toContain(word);
    }
    expect(row?.lexemes).toContain("run");
    expect(row?.lexemes).toContain("pdf");
  });
});
