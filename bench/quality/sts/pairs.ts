import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseCsv } from "./csv.ts";

/** Two sentences and how alike people found them. */
export interface Pair {
  readonly first: string;
  readonly second: string;
  /** From 0, nothing in common, to 5, the same. */
  readonly similarity: number;
}

/** Reads the test split of STS-B: `stsb-en-test.csv` of a folder, without a head. */
export function readPairs(folder: string): Pair[] {
  const path = join(folder, "stsb-en-test.csv");
  return parseCsv(readFileSync(path, "utf8")).map((fields, i) => {
    const [first = "", second = "", score = ""] = fields;
    const similarity = Number(score);
    if (fields.length === 3 && score !== "" && similarity >= 0 && similarity <= 5) {
      return { first, second, similarity };
    }
    throw new SyntaxError(`Row ${i + 1} of ${path}: wanted two sentences and a number from 0 to 5`);
  });
}
