import { type Figure, isMet, ratioOf, valueOf } from "./figure.ts";
import { FAINT, GRID, INK, MISSES, OK } from "./palette.ts";
import { type Box, element, label, line } from "./svg.ts";
import { aimOf, digits } from "./words.ts";

const BAR_HEIGHT = 12;
/** Bars end here, in multiples of the aim. */
const MOST = 2;

/** A bar for each figure that has an aim, as a multiple of it; searches have their own plot. */
export function aimBars(figures: readonly Figure[], box: Box): string {
  const shown = figures.filter(({ aim, search }) => aim !== undefined && search === undefined);
  if (shown.length === 0) return "";
  const row = Math.min(44, box.height / shown.length);
  const x = (share: number) => box.x + box.width * Math.min(share, MOST) / MOST;
  const parts = [
    label(box.x, box.y - 34, "Figures and ratios against their aims (mark)", { class: "title" }),
  ];
  shown.forEach((figure, i) => {
    const top = box.y + i * row;
    const aim = figure.aim as NonNullable<Figure["aim"]>;
    const value = aim.of === "ratio" ? ratioOf(figure) ?? NaN : valueOf(figure);
    const met = isMet(figure) === true;
    parts.push(
      label(box.x, top + 11, nameOf(figure)),
      label(box.x + box.width, top + 11, numbersOf(figure, value), {
        "text-anchor": "end",
        fill: FAINT,
      }),
      bar(box.x, top + 16, box.width, GRID),
      bar(box.x, top + 16, x(value / aim.bound) - box.x, met ? OK : MISSES),
      line([x(1), top + 13], [x(1), top + 19 + BAR_HEIGHT], { stroke: INK, "stroke-width": 1.5 }),
      label(box.x + box.width + 8, top + 26, met ? "ok" : "misses", { fill: met ? OK : MISSES }),
    );
  });
  return element("g", {}, ...parts);
}

function nameOf({ part, name, against, aim }: Figure): string {
  const other = against?.name.replace(/,.*/, "");
  return `${part}: ${name}${aim?.of === "ratio" ? ` / ${other}` : ""}`;
}

/** `1.10 (≤ 1.15)`. */
function numbersOf(figure: Figure, value: number): string {
  const unit = figure.aim?.of === "ratio" || figure.unit === "" ? "" : ` ${figure.unit}`;
  return `${digits(value)}${unit} (${aimOf(figure).replace("ratio ", "")})`;
}

function bar(x: number, y: number, width: number, fill: string): string {
  return element("rect", { x, y, width: Math.max(0, width), height: BAR_HEIGHT, rx: 2, fill });
}
