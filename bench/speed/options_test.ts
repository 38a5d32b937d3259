import { expect, test } from "bun:test";
import { parseOptions, PARTS } from "./options.ts";

test("parseOptions() measures everything in 5 rounds by default", () => {
  const { parts, rounds, sizes } = parseOptions([]);
  expect({ parts, rounds, sizes }).toEqual({
    parts: PARTS,
    rounds: 5,
    sizes: [1_000, 10_000, 50_000],
  });
});

test("parseOptions() takes some parts", () => {
  const options = parseOptions(["--only", "query,embed", "--rounds", "2", "--markdown"]);
  expect(options).toMatchObject({ parts: ["query", "embed"], rounds: 2, markdown: true });
});

test("parseOptions() takes the folder of a large model, or none", () => {
  expect(parseOptions(["--large", "models/large"]).large).toBe("models/large");
  expect(parseOptions([]).large).toBeNull();
});

test("parseOptions() says what it wanted", () => {
  expect(() => parseOptions(["--only", "speed"])).toThrow("--only has speed; wanted embed, query");
  expect(() => parseOptions(["--rounds", "0"])).toThrow("--rounds has 0; wanted a whole number");
  expect(() => parseOptions(["--fast"])).toThrow("--fast");
});
