import { expect, test } from "bun:test";
import type { Figure } from "./figure.ts";
import { isMet, ratioOf } from "./figure.ts";
import { drawPlot } from "./plot.ts";
import { toJson } from "./run.ts";
import { markdownTable, plainTable } from "./tables.ts";
import { digits } from "./words.ts";

const embed: Figure = {
  part: "embed",
  name: "texts & <more>",
  unit: "texts/s",
  rounds: [600, 620, 500],
  against: { name: "the other", rounds: [200, 210, 190] },
  aim: { of: "ratio", is: "at least", bound: 2.5 },
  beside: { cosine: 0.9987 },
};
const search = (size: number, ms: number): Figure => ({
  part: "search",
  name: `${size} memories, no filter`,
  unit: "ms",
  rounds: [ms],
  aim: { of: "figure", is: "at most", bound: 15 },
  search: { size, filter: "no filter", exact: true },
});
const run = {
  machine: {
    cpu: "a CPU",
    cores: 2,
    memoryGiB: 24,
    system: "linux x64",
    loadBefore: 0,
    versions: { bun: "1.4.5" },
    commit: null,
    date: "2026-11-30T00:00:00.000Z",
  },
  dataset: "texts",
  rounds: 3,
  figures: [embed, search(1_000, 4), search(10_000, 16)],
};

test("isMet() compares the median, or the ratio of medians, with the aim", () => {
  expect(ratioOf(embed)).toBe(600 / 200);
  expect(isMet(embed)).toBe(true);
  expect(run.figures.slice(1).map(isMet)).toEqual([true, false]);
  const { aim: _, ...aimless } = embed;
  expect(isMet(aimless)).toBeNull();
});

test("digits() shows three digits that count", () => {
  expect([0.01234, 1.234, 12.34, 1234, 0, NaN].map(digits)).toEqual([
    "0.012",
    "1.23",
    "12.3",
    "1,234",
    "0",
    "?",
  ]);
});

test("plainTable() and markdownTable() have a row a figure", () => {
  expect(plainTable(run.figures).split("\n").length).toBe(1 + 3);
  expect(plainTable(run.figures)).toContain("600 texts/s   3.00  the other 200 texts/s");
  expect(markdownTable(run.figures).split("\n").length).toBe(2 + 3);
});

test("toJson() keeps every round", () => {
  const [first] = JSON.parse(toJson(run)).figures;
  expect(first).toMatchObject({ rounds: [600, 620, 500], value: 600, ratio: 3, met: true });
});

test("drawPlot() is well-formed, with every name in it escaped", () => {
  const svg = drawPlot(run);
  const open = [...svg.matchAll(/<[a-z]+(?: [^>]*[^/])?>/g)].length;
  expect([...svg.matchAll(/<\/[a-z]+>/g)].length).toBe(open);
  expect(svg).toContain("texts &amp; &lt;more&gt;");
  expect(svg).not.toContain("NaN");
  expect(drawPlot({ ...run, figures: [] })).toContain("</svg>");
});
