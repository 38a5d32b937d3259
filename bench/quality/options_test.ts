import { expect, test } from "bun:test";
import { parseOptions } from "./options.ts";

test("parseOptions() takes STS-B alone, or data sets with a large model", () => {
  expect(parseOptions(["--sts", "stsb"])).toMatchObject({ sts: "stsb", datasets: [] });
  expect(parseOptions(["--dataset", "a", "--large", "bge-large-en-v1.5"]))
    .toMatchObject({ sts: null, datasets: ["a"], seeds: [1, 2, 3] });
});

test("parseOptions() says what it wanted", () => {
  expect(() => parseOptions([])).toThrow("Wanted --dataset DIR or --sts DIR");
  expect(() => parseOptions(["--sts", "stsb", "--dataset", "a"])).toThrow("Wanted --large MODEL");
});
