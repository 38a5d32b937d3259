import { FAINT, GRID, GROUND, INK, SERIES } from "../../speed/report/palette.ts";
import { type Box, element, label, line } from "../../speed/report/svg.ts";
import { placeLabels } from "./place_labels.ts";
import { linearTicks, logTicks } from "./ticks.ts";

/** One way to search: how well it answers, and how long it takes. */
export interface TradeOff {
  readonly label: string;
  /** Points of one group have one colour: a system, say. */
  readonly group: string;
  /** Median milliseconds of a query, above 0. */
  readonly ms: number;
  /** Mean nDCG@10 × 100. */
  readonly ndcg: number;
}

/** How a group is drawn. Where the colours are used up they come again, as squares. */
interface Style {
  readonly colour: string;
  readonly square: boolean;
}

const BOX: Box = { x: 60, y: 70, width: 660, height: 400 };
const LEGEND = { x: BOX.x + BOX.width + 30, width: 160, row: 22 };
const [WIDTH, HEIGHT] = [LEGEND.x + LEGEND.width, BOX.y + BOX.height + 70];
const STYLE =
  `text{font:12px system-ui,"DejaVu Sans",sans-serif;fill:${INK}}.title{font-weight:600;font-size:15px}`;
const MIDDLE = { "text-anchor": "middle" };
/** Keeps a text readable where it lies on a line of the grid. */
const HALO = { stroke: GROUND, "stroke-width": 4, "paint-order": "stroke" };

/** Quality against time per query, on a logarithmic scale: what is up and to the left is better. */
export function tradeOffPlot(points: readonly TradeOff[]): string {
  const groups = [...new Set(points.map(({ group }) => group))];
  const styles = new Map(groups.map((group, i): [string, Style] => [group, {
    colour: SERIES[i % SERIES.length] as string,
    square: Math.floor(i / SERIES.length) % 2 === 1,
  }]));
  return `${
    element(
      "svg",
      { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
      element("style", {}, STYLE),
      element("rect", { width: WIDTH, height: HEIGHT, fill: GROUND }),
      label(BOX.x, 36, "nDCG@10 × 100 by time per query", { class: "title" }),
      ...points.length === 0 ? [] : chart(points, styles),
      ...[...styles].flatMap(([group, style], i) => {
        const y = BOX.y + 10 + i * LEGEND.row;
        return [mark(LEGEND.x, y - 4, style), label(LEGEND.x + 12, y, group)];
      }),
    )
  }\n`;
}

function chart(points: readonly TradeOff[], styles: ReadonlyMap<string, Style>): string[] {
  const all = { ms: points.map(({ ms }) => ms), ndcg: points.map(({ ndcg }) => ndcg) };
  const times = logTicks(Math.min(...all.ms) / 1.1, Math.max(...all.ms) * 1.1);
  const scores = linearTicks(Math.min(...all.ndcg), Math.max(...all.ndcg));
  const [low, high] = [times[0]!, times.at(-1)!];
  const [worst, best] = [scores[0]!, scores.at(-1)!];
  const x = (ms: number) => BOX.x + BOX.width * Math.log(ms / low) / Math.log(high / low);
  const y = (ndcg: number) => BOX.y + BOX.height * (best - ndcg) / (best - worst);
  const bottom = BOX.y + BOX.height;
  const at = points.map(({ ms, ndcg, label }) => ({ x: x(ms), y: y(ndcg), text: label }));
  const texts = placeLabels(at, BOX);
  return [
    ...times.flatMap((tick) => [
      line([x(tick), BOX.y], [x(tick), bottom], { stroke: GRID }),
      label(x(tick), bottom + 20, String(tick), { ...MIDDLE, style: `fill:${FAINT}` }),
    ]),
    ...scores.flatMap((tick) => [
      line([BOX.x, y(tick)], [BOX.x + BOX.width, y(tick)], { stroke: GRID }),
      label(BOX.x - 8, y(tick) + 4, String(tick), {
        "text-anchor": "end",
        style: `fill:${FAINT}`,
      }),
    ]),
    label(BOX.x + BOX.width / 2, bottom + 44, "median ms a query; less is better", MIDDLE),
    ...at.flatMap((point, i) => {
      const { far, ...text } = texts[i]!;
      const end: [number, number] = [
        Math.max(text.x, Math.min(point.x, text.x + 20)),
        text.y > point.y ? text.y - 10 : text.y + 3,
      ];
      return far ? [line([point.x, point.y], end, { stroke: FAINT })] : [];
    }),
    ...points.map(({ group }, i) => mark(at[i]!.x, at[i]!.y, styles.get(group)!)),
    ...points.map(({ label: text, group }, i) =>
      label(texts[i]!.x, texts[i]!.y, text, {
        ...HALO,
        style: `fill:${styles.get(group)!.colour}`,
      })
    ),
  ];
}

function mark(x: number, y: number, { colour, square }: Style): string {
  return square
    ? element("rect", { x: x - 4.5, y: y - 4.5, width: 9, height: 9, fill: colour })
    : element("circle", { cx: x, cy: y, r: 5, fill: colour });
}
