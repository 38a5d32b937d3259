import { FAINT, GRID, GROUND, INK, SERIES } from "../../speed/report/palette.ts";
import { element, label, line } from "../../speed/report/svg.ts";
import { SHARES } from "../fair_votes/run.ts";
import { STRATEGIES } from "../fair_votes/simulate.ts";
import type { DatasetFigures } from "./run.ts";
import { ndcgOf } from "./verdict.ts";

const PANEL = { width: 420, height: 260, left: 60, top: 70, gap: 210 };

/** nDCG@10 by the share that is elevated, a panel a data set and a line a strategy, at one trust weight. */
export function fairVotesPlot(datasets: readonly DatasetFigures[], trustWeight: number): string {
  const width = datasets.length * (PANEL.width + PANEL.gap) + PANEL.left;
  const height = PANEL.top + PANEL.height + 70;
  const panels = datasets.map((dataset, i) =>
    panel(dataset, trustWeight, PANEL.left + i * (PANEL.width + PANEL.gap))
  );
  const style =
    `text{font:13px system-ui,sans-serif;fill:${INK}}.title{font-weight:600;font-size:15px}`;
  return element(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}` },
    element("style", {}, style),
    element("rect", { x: 0, y: 0, width, height, fill: GROUND }),
    ...panels,
  );
}

function panel({ name, figures }: DatasetFigures, trustWeight: number, left: number): string {
  const values = STRATEGIES.flatMap((strategy) =>
    SHARES.map((share) => ndcgOf(figures, strategy, trustWeight, share))
  );
  const most = Math.ceil(Math.max(...values) / 10) * 10;
  const x = (at: number) => left + PANEL.width * at / (SHARES.length - 1);
  const y = (value: number) => PANEL.top + PANEL.height * (1 - value / most);
  const parts = [
    label(left, PANEL.top - 34, `${name}: nDCG@10 by share elevated`, { class: "title" }),
  ];
  for (let tick = 0; tick <= most; tick += 10) {
    parts.push(line([left, y(tick)], [left + PANEL.width, y(tick)], { stroke: GRID }));
    parts.push(label(left - 8, y(tick) + 4, String(tick), { "text-anchor": "end", fill: FAINT }));
  }
  SHARES.forEach((share, at) => {
    const text = `${share * 100}%`;
    parts.push(label(x(at), PANEL.top + PANEL.height + 20, text, { "text-anchor": "middle" }));
  });
  STRATEGIES.forEach((strategy, i) => {
    const colour = SERIES[i % SERIES.length] as string;
    const points = SHARES.map((share, at) =>
      [x(at), y(ndcgOf(figures, strategy, trustWeight, share))] as const
    );
    parts.push(element("polyline", {
      points: points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "),
      fill: "none",
      stroke: colour,
      "stroke-width": 2.5,
    }));
    for (const [cx, cy] of points) parts.push(element("circle", { cx, cy, r: 4, fill: colour }));
    parts.push(label(left + PANEL.width + 12, PANEL.top + 20 + 20 * i, strategy, { fill: colour }));
  });
  return element("g", {}, ...parts);
}
