import { describe, expect, test } from "bun:test";
import { checkTextTemplate, DEFAULT_TEXT_TEMPLATE, turnText } from "./turn_text.ts";

const occurredAt = new Date("2023-05-08T23:59:00Z");

describe("turnText()", () => {
  test("turnText() writes what is known and leaves out the rest", () => {
    const text = "I went {date} $& home.";
    const cases = [
      [{ text, speaker: "Caroline", occurredAt }, `On 8 May 2023, Caroline said: ${text}`],
      [{ text, speaker: "Caroline", occurredAt: null }, `Caroline said: ${text}`],
      [{ text, speaker: null, occurredAt }, `On 8 May 2023, ${text}`],
      [{ text, speaker: null, occurredAt: null }, text],
      [{ text, speaker: "$1 {date}", occurredAt: null }, `$1 {date} said: ${text}`],
    ] as const;
    for (const [turn, written] of cases) {
      expect(turnText(DEFAULT_TEXT_TEMPLATE, turn)).toBe(written);
    }
  });

  test("turnText() leaves room for the text, however long the speaker's name", () => {
    const turn = { text: "Hi", speaker: "𠮷".repeat(100), occurredAt: null };
    expect(turnText(DEFAULT_TEXT_TEMPLATE, turn)).toBe(`${"𠮷".repeat(64)} said: Hi`);
  });

  test("turnText() follows a template of one's own", () => {
    const turn = { text: "Hi", speaker: "Jo", occurredAt };
    expect(turnText("note: [({speaker}) ]{text}", turn)).toBe("note: (Jo) Hi");
    expect(turnText("{text}", turn)).toBe("Hi");
  });
});

describe("checkTextTemplate()", () => {
  test("checkTextTemplate() wants {text} once at the end, the rest in brackets", () => {
    for (const good of [DEFAULT_TEXT_TEMPLATE, "{text}", "note: [{date} ]{text}"]) {
      checkTextTemplate(good);
    }
    for (
      const bad of [
        "",
        "text",
        "{text} x",
        "{text}{text}",
        "{date} {text}",
        "[{date}{text}",
        "[{spaeker} said: ]{text}",
        "[{text}]",
      ]
    ) {
      expect(() => checkTextTemplate(bad)).toThrow("textTemplate");
    }
  });
});
