import { aimsOf, curvesOf } from "./curves.ts";
import type { Figure } from "./figure.ts";
import { FAINT, GRID, GROUND, INK, SERIES } from "./palette.ts";
import { type Box, element, label, line } from "./svg.ts";
import { digits } from "./words.ts";

const TICKS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500];
const LABEL_GAP = 15;
/** Keeps a text readable where it lies on a curve. */
const HALO = { stroke: GROUND, "stroke-width": 5, "paint-order": "stroke" };

/** Search latency against size, both on logarithmic scales. Empty where no search was measured. */
export function latencyPlot(figures: readonly Figure[], box: Box): string {
  const curves = curvesOf(figures);
  const all = curves.flatMap(({ points }) => points);
  if (all.length === 0) return "";
  const sizes = [...new Set(all.map(({ size }) => size))].sort((a, b) => a - b);
  const [least, most] = [sizes[0] as number, sizes.at(-1) as number];
  const times = all.map(({ ms }) => ms);
  const low = TICKS_MS.findLast((tick) => tick <= Math.min(...times)) ?? 1;
  const high = TICKS_MS.find((tick) => tick >= Math.max(...times)) ?? 1000;
  const at = (value: number, from: number, to: number) =>
    from === to ? 0.5 : Math.log(value / from) / Math.log(to / from);
  const x = (size: number) => box.x + box.width * at(size, least, most);
  const y = (ms: number) => box.y + box.height * (1 - at(ms, low, high));

  const parts = [label(box.x, box.y - 34, "Search latency, median (ms)", { class: "title" })];
  for (const tick of TICKS_MS.filter((ms) => ms >= low && ms <= high)) {
    parts.push(line([box.x, y(tick)], [box.x + box.width, y(tick)], { stroke: GRID }));
    parts.push(label(box.x - 8, y(tick) + 4, String(tick), { "text-anchor": "end", fill: FAINT }));
  }
  for (const size of sizes) {
    const text = size.toLocaleString("en-US");
    parts.push(label(x(size), box.y + box.height + 20, text, { "text-anchor": "middle" }));
  }
  const below = { "text-anchor": "middle", fill: FAINT };
  parts.push(
    label(box.x + box.width / 2, box.y + box.height + 42, "memories in the namespace", below),
  );
  const places = spread(curves.map(({ points }) => y(points.at(-1)?.ms ?? low)));
  curves.forEach(({ name, points }, i) => {
    const colour = SERIES[i % SERIES.length] as string;
    const path = points.map(({ size, ms }) => `${x(size).toFixed(1)},${y(ms).toFixed(1)}`);
    parts.push(element("polyline", {
      points: path.join(" "),
      fill: "none",
      stroke: colour,
      "stroke-width": 2.5,
    }));
    for (const { size, ms } of points) {
      parts.push(element("circle", { cx: x(size), cy: y(ms), r: 4, fill: colour }));
    }
    const text = `${name}: ${digits(points.at(-1)?.ms ?? NaN)}`;
    parts.push(label(box.x + box.width + 12, (places[i] as number) + 4, text, { fill: colour }));
  });
  for (const { size, bound } of aimsOf(figures)) {
    const from: [number, number] = [x(size) - 26, y(bound)];
    parts.push(line(from, [x(size) + 14, y(bound)], { stroke: INK, "stroke-dasharray": "4 3" }));
    parts.push(label(from[0] - 4, y(bound) + 4, `aim ${bound}`, { "text-anchor": "end", ...HALO }));
  }
  return element("g", {}, ...parts);
}

/** Heights of labels, moved apart where they would lie on each other. */
function spread(heights: readonly number[]): number[] {
  const order = heights.map((_, i) => i).sort((a, b) =>
    (heights[a] as number) - (heights[b] as number)
  );
  const placed = [...heights];
  order.slice(1).forEach((index, before) => {
    const above = placed[order[before] as number] as number;
    placed[index] = Math.max(placed[index] as number, above + LABEL_GAP);
  });
  return placed;
}
