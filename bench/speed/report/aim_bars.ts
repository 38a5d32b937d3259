import { type Figure, isMet, ratioOf, valueOf } from "./figure.ts";
import type { Box } from "./latency_plot.ts";
import { FAINT, GRID, INK, MISSES, OK } from "./palette.ts";
import { element, label, line } from "./svg.ts";
import { aimOf, digits } from "./words.ts";

const BAR_HEIGHT = 12;
/** Bars end here, in multiples of the aim. */
const MOST = 2;

/** A bar for each figure that has an aim, as a multiple of it; searches have their own plot. */
export function aimBars(figures: readonly Figure[], box: Box): string {
  const shown = figures.filter(({ aim, part, unit }) =>
    aim !== undefined &&
    !(part === "search" && unit === "ms" && aim.bound !== 50)
  );
  if (shown.length === 0) return "";
  const row = Math.min(44, box.height / shown.length);
  const x = (share: number) => box.x + box.width * Math.min(share, MOST) / MOST;
  const parts = [
    label(box.x, box.y - 34, "Against the aim (line = just met)", {
      class: "title",
    }),
  ];
  shown.forEach((figure, i) => {
    const top = box.y + i * row;
    const aim = figure.aim as NonNullable<Figure["aim"]>;
    const value = aim.of === "ratio" ? ratioOf(figure) ?? NaN : valueOf(figure);
    const met = isMet(figure) === true;
    const unit = aim.of === "ratio"
      ? "×"
      : figure.unit === ""
      ? ""
      : ` ${figure.unit}`;
    parts.push(
      label(box.x, top + 11, nameOf(figure)),
      label(
        box.x + box.width,
        top + 11,
        `${digits(value)}${unit}  (${aimOf(figure)})`,
        {
          "text-anchor": "end",
          fill: FAINT,
        },
      ),
      bar(box.x, top + 16, box.width, GRID),
      bar(box.x, top + 16, x(value / aim.bound) - box.x, met ? OK : MISSES),
      label(box.x + box.width + 8, top + 26, met ? "ok" : "misses", {
        fill: met ? OK : MISSES,
      }),
    );
  });
  const middle = x(1);
  const bottom = box.y + shown.length * row - (row - 16 - BAR_HEIGHT) + 4;
  parts.push(line([middle, box.y + 12], [middle, bottom], {
    stroke: INK,
    "stroke-dasharray": "4 3",
  }));
  return element("g", {}, ...parts);
}

function nameOf({ part, name, against, aim }: Figure): string {
  const with_ = aim?.of === "ratio" && against
    ? ` / ${against.name.replace(/,$/, "")}`
    : "";
  return `${part}: ${name}${with_}`;
}

function bar(x: number, y: number, width: number, fill: string): string {
  return element("rect", {
    x,
    y,
    width: Math.max(0, width),
    height: BAR_HEIGHT,
    rx: 2,
    fill,
  });
}
