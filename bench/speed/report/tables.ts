import { table } from "../../../backends/cli/table.ts";
import type { Figure } from "./figure.ts";
import { type Row, TITLES, toRow } from "./words.ts";

const COLUMNS = [
  { key: "part", align: "left" },
  { key: "name", align: "left" },
  { key: "figure", align: "right" },
  { key: "ratio", align: "right" },
  { key: "against", align: "left" },
  { key: "aim", align: "left" },
  { key: "verdict", align: "left" },
  { key: "beside", align: "left" },
] as const satisfies readonly { key: keyof Row; align: "left" | "right" }[];

/** Aligned columns, for a terminal. */
export function plainTable(figures: readonly Figure[]): string {
  return table(
    COLUMNS.map(({ key, align }) => ({ title: TITLES[key], align })),
    figures.map(toRow).map((row) => COLUMNS.map(({ key }) => row[key])),
  );
}

/** The same as Markdown, for a README. */
export function markdownTable(figures: readonly Figure[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(COLUMNS.map(({ key }) => TITLES[key])),
    line(COLUMNS.map(({ align }) => align === "right" ? "--:" : "---")),
    ...figures.map(toRow).map((row) => line(COLUMNS.map(({ key }) => row[key]))),
  ].join("\n");
}
