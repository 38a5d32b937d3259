import { aimBars } from "./aim_bars.ts";
import { latencyPlot } from "./latency_plot.ts";
import { FAINT, GROUND, INK } from "./palette.ts";
import type { Run } from "./run.ts";
import { element, label } from "./svg.ts";

const WIDTH = 1240;
const HEIGHT = 640;

const STYLE = `
  text { font: 12px system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
  .title { font-size: 15px; font-weight: 600; }
  .head { font-size: 20px; font-weight: 600; }
`;

/** A run as one picture: search latency on the left, everything with an aim on the right. */
export function drawPlot({ machine, rounds, figures }: Run): string {
  const { cpu, cores, date, commit, versions } = machine;
  const under = `${cpu}, ${cores} cores · Bun ${versions["bun"] ?? "?"} · commit ${
    commit ?? "unknown"
  }, ${date.slice(0, 10)} · medians of ${rounds} alternating rounds`;
  return `${
    element(
      "svg",
      { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, fill: INK },
      element("style", {}, STYLE),
      element("rect", { width: WIDTH, height: HEIGHT, fill: GROUND }),
      label(40, 42, "Bicameral: speed", { class: "head" }),
      label(40, 64, under, { fill: FAINT }),
      latencyPlot(figures, { x: 70, y: 130, width: 360, height: 430 }),
      aimBars(figures, { x: 660, y: 130, width: 500, height: 480 }),
    )
  }\n`;
}
