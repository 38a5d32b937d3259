import { cutToWidth, displayWidth, padToWidth } from "./display_width.ts";
import { oneLine, printable } from "./printable.ts";

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Default `left`. */
  readonly align?: "left" | "right";
}

/** How a table is laid out. */
export interface TableOptions {
  /** Columns of the terminal: the last cell of each row is cut to fit. Default: nothing is cut. */
  readonly width?: number | undefined;
  /** Paints the titles. */
  readonly title?: (text: string) => string;
}

const GAP = "  ";
/** What the last column keeps, however narrow the terminal. */
const MIN_LAST = 10;

/**
 * Rows in aligned columns under their titles, each in one line.
 *
 * @example
 * ```ts
 * import { table } from "./table.ts";
 *
 * table([{ title: "Name" }, { title: "Hits", align: "right" }], [["Jiahui", "9"], ["家惠", "12"]]);
 * // Name    Hits
 * // Jiahui     9
 * // 家惠      12
 * ```
 */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { width = Infinity, title = (text) => text }: TableOptions = {},
): string {
  const cells = [columns.map((column) => column.title), ...rows.map((row) => row.map(oneLine))];
  const widths = columns.map((_, i) =>
    cells.reduce((widest, row) => Math.max(widest, displayWidth(row[i] ?? "")), 0)
  );
  const others = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
  const last = columns.length - 1;
  widths[last] = Math.min(widths[last] ?? 0, Math.max(MIN_LAST, width - others));
  const lines = cells.map((row) =>
    columns.map(({ align = "left" }, i) =>
      padToWidth(cutToWidth(row[i] ?? "", widths[i]!), widths[i]!, align)
    ).join(GAP).trimEnd()
  );
  return [title(lines[0]!), ...lines.slice(1)].join("\n");
}

/** Names with their values: one pair a line, values aligned. */
export function fields(pairs: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...pairs.map(([name]) => displayWidth(name)));
  return pairs.map(([name, value]) =>
    printableLines(value).map((line, i) =>
      (padToWidth(i === 0 ? name : "", width, "left") + GAP + line).trimEnd()
    ).join("\n")
  ).join("\n");
}

function printableLines(text: string): string[] {
  return printable(text).split("\n");
}
