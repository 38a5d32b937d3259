import { describe, expect, test } from "bun:test";
import { addWords } from "./words.ts";

function wordsOf(text: string): string {
  const words: string[] = [];
  addWords(text, words);
  return words.join(" ");
}

describe("addWords()", () => {
  test.each([
    ["Done. And then, again!", "done and then again"],
    ["gen-itgc", "z0genzhitgc gen itgc"],
    ["snake_case", "z0snakezucase snake case"],
    ["HTTPServer", "httpserver http server"],
    ["getUserID2", "getuserid2 get user id 2"],
    ["GitHub", "github git hub"],
    ["PDFs", "pdfs pdf"],
    ["parseURLs", "parseurls parse urls url"],
    ["src/add.ts", "z0srczsaddzdts src z0addzdts add ts"],
    ["src\\add.ts", "z0srczsaddzdts src z0addzdts add ts"],
    ["2026.4.10", "z02026zd4zd10 2026 4 10"],
    ["v1.2", "z0v1zd2 z01zd2 v1 v 1 2"],
    ["ERR_NOT_FOUND", "z0errzunotzufound err not found"],
    ["E0308", "e0308 e 0308"],
    ["0x80070005", "z00x80070005 0 x 80070005"],
    ["gpt4", "gpt4 gpt 4"],
    ["3fa9c1e2", "z03fa9c1e2"],
    ["a@b-c.org", "z0azabzhczdorg a z0bzhczdorg z0bzhc b c org"],
    ["std::vector", "z0stdzczcvector std vector"],
    ["AT&T", "z0atz226t at t"],
    ["C++, C# and C", "z0cz22bz22b c z0cz223 c and c"],
    ["U.S. e.g.", "us eg"],
    ["wait...what foo--bar", "wait what foo bar"],
    ["__init__ _emphasis_", "init emphasis"],
    ["привет4 grosseWert", "z0z343fz3440z3438z3432z3435z34424 привет 4 grossewert grosse wert"],
  ])("addWords() makes of %s: %s", (text, words) => {
    expect(wordsOf(text as string)).toBe(words as string);
  });

  test("addWords() makes one word of data that nobody joined", () => {
    const data = "aB3".repeat(30);
    expect(wordsOf(data)).toBe(data.toLowerCase());
    expect(wordsOf("550e8400-e29b-41d4-a716-446655440000")).toContain("446655440000");
  });
});
