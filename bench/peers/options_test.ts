import { expect, test } from "bun:test";
import { parseOptions } from "./options.ts";

test("parseOptions() takes data sets and a limit", () => {
  const options = parseOptions(["--dataset", "a", "--dataset", "b", "--limit", "100"]);
  expect(options).toMatchObject({ datasets: ["a", "b"], limit: 100, tune: false, json: null });
});

test("parseOptions() says what it wanted", () => {
  expect(() => parseOptions([])).toThrow("Wanted --dataset DIR");
  expect(() => parseOptions(["--dataset", "a", "--limit", "0"])).toThrow(
    "--limit has 0; wanted a whole number from 1",
  );
});
