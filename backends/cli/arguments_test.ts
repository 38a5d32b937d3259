import { describe, expect, test } from "bun:test";
import { Arguments, takeCommand } from "./arguments.ts";
import { UsageError } from "./failure.ts";
import type { OptionSpecs } from "./options.ts";

const SPECS: OptionSpecs = {
  data: { value: "DIR", about: "" },
  k: { value: "NUMBER", about: "" },
  metadata: { value: "JSON", about: "" },
  json: { about: "" },
  help: { short: "h", about: "" },
};

function parse(...argv: string[]): Arguments {
  return new Arguments(argv, SPECS);
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return "none";
}

describe("Arguments", () => {
  test("Arguments tells words from options, wherever they stand", () => {
    const args = parse("one", "--data", "d", "two", "-k", "3", "--json", "-", "--", "--help");
    expect(args.words).toEqual(["one", "two", "-", "--help"]);
    expect(args.text("data")).toBe("d");
    expect(args.number("k")).toBe(3);
    expect(args.flag("json")).toBe(true);
    expect(args.flag("help")).toBe(false);
    expect(args.text("metadata")).toBe(undefined);
  });

  test("Arguments takes short forms, and values behind =", () => {
    expect(parse("-h").flag("help")).toBe(true);
    expect(parse("--data=-d").text("data")).toBe("-d");
    expect(parse("--data", "").text("data")).toBe("");
    expect(parse("-k3").number("k")).toBe(3);
  });

  test("Arguments refuses unknown options and suggests the nearest", () => {
    expect(refusal(() => parse("--dta", "x"))).toBe(
      "There is no option --dta. Did you mean --data?",
    );
    expect(refusal(() => parse("--frobnicate"))).toBe("There is no option --frobnicate.");
    expect(refusal(() => parse("--__proto__"))).toBe("There is no option --__proto__.");
  });

  test("Arguments refuses values that are missing, or too many", () => {
    expect(refusal(() => parse("--data"))).toBe("--data wants a value: --data DIR.");
    expect(refusal(() => parse("--data", "--json"))).toBe(
      "--data wants a value, found --json; one that begins with a dash is written --data=--json.",
    );
    expect(refusal(() => parse("--json=yes"))).toBe("--json takes no value.");
  });

  test("Arguments reads numbers, objects and choices, and says what it wanted", () => {
    expect(parse("--metadata", '{"a":[1]}').object("metadata")).toEqual({ a: [1] });
    expect(parse("--data", "b").choice("data", ["a", "b"])).toBe("b");
    expect(refusal(() => parse("-k", "many").number("k"))).toBe(
      '-k is "many"; wanted a number.',
    );
    expect(refusal(() => parse("-k", "").number("k"))).toBe('-k is ""; wanted a number.');
    for (const text of ["[]", "null", "{"]) {
      expect(refusal(() => parse("--metadata", text).object("metadata"))).toContain("JSON object");
    }
    expect(refusal(() => parse("--data", "c").choice("data", ["a", "b"]))).toContain("a, b");
  });

  test("Arguments.exactly() counts words", () => {
    expect(parse("one", "two").exactly("ID", "KIND")).toEqual(["one", "two"]);
    expect(refusal(() => parse().exactly("ID"))).toBe("Wanted ID, found nothing.");
    expect(refusal(() => parse("a", "b").exactly("ID"))).toBe("Wanted ID, found 2 words.");
    expect(refusal(() => parse("a").exactly())).toBe("Wanted no words, found 1 word.");
  });
});

describe("takeCommand()", () => {
  test("takeCommand() takes the first word that is no option's value", () => {
    expect(takeCommand(["--data", "d", "add", "text", "--speaker", "x"], SPECS)).toEqual({
      name: "add",
      rest: ["--data", "d", "text", "--speaker", "x"],
    });
    expect(takeCommand(["--help"], SPECS)).toEqual({ name: null, rest: ["--help"] });
  });
});
