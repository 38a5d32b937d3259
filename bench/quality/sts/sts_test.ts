import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readPairs } from "./pairs.ts";
import { stsLine } from "./run.ts";

/** What readPairs() makes of a file with `csv` in it. */
function pairsOf(csv: string): ReturnType<typeof readPairs> {
  const folder = mkdtempSync(join(tmpdir(), "bicameral-sts-"));
  try {
    writeFileSync(join(folder, "stsb-en-test.csv"), csv);
    return readPairs(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("readPairs() reads two sentences and what people said of them", () => {
  expect(pairsOf('A man sings.,"A man, singing.",4.5\n')).toEqual([
    { first: "A man sings.", second: "A man, singing.", similarity: 4.5 },
  ]);
});

test("readPairs() names the row that is none", () => {
  for (const row of ["a,b", "a,b,c,1", "a,b,", "a,b,x", "a,b,5.1", "a,b,-1"]) {
    expect(() => pairsOf(`a,b,0\n${row}\n`)).toThrow("Row 2 of ");
  }
});

test("stsLine() has the published figure beside a known model's, and none beside others", () => {
  const figure = { pairs: 3, spearman: 81.234 };
  expect(stsLine("sentence-transformers/all-MiniLM-L6-v2", figure))
    .toContain("all-MiniLM-L6-v2: Spearman 81.2, published 82.0");
  expect(stsLine("mine", figure)).toBe("STS-B, 3 pairs, mine: Spearman 81.2");
});
