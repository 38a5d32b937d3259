import { expect, test } from "bun:test";
import { parseOptions } from "./options.ts";

test("parseOptions() takes STS-B alone, data sets, and data sets with a large model", () => {
  expect(parseOptions(["--sts", "stsb"])).toMatchObject({ sts: "stsb", datasets: [] });
  expect(parseOptions(["--dataset", "a", "--dataset", "b", "--limit", "100", "--fusion", "rrf"]))
    .toMatchObject({
      datasets: ["a", "b"],
      large: null,
      limit: 100,
      retrievers: ["lexical", "dense384", "dense384+lexical"],
      fusion: ["rrf"],
    });
  expect(parseOptions(["--dataset", "a", "--large", "bge-large-en-v1.5"]))
    .toMatchObject({ sts: null, datasets: ["a"], seeds: [1, 2, 3], store: 0 });
});

test("parseOptions() says what it wanted", () => {
  const refused = (...args: string[]) => expect(() => parseOptions(args));
  refused().toThrow("Wanted --dataset DIR or --sts DIR");
  refused("--dataset", "a", "--store", "5").toThrow("--store goes with --large");
  refused("--dataset", "a", "--large", "m", "--fusion", "rrf").toThrow("--fusion goes without");
  refused("--dataset", "a", "--fusion", "rff").toThrow("Did you mean rrf?");
  refused("--dataset", "a", "--limit", "0").toThrow("wanted whole numbers from 1");
});
