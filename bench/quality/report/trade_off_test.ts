import { expect, test } from "bun:test";
import { tradeOffPlot } from "./trade_off.ts";

const points = [
  { label: "hybrid & <more>", group: "Bicameral", ms: 10, ndcg: 60 },
  { label: "dense", group: "Bicameral", ms: 5, ndcg: 40 },
  { label: "as documented", group: 'the "other"', ms: 40, ndcg: 50 },
];

/** Places of the points, in their order. */
function places(svg: string): { x: number; y: number; fill: string }[] {
  return [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)" r="5" fill="(#\w+)"/g)]
    .slice(0, points.length)
    .map(([, x, y, fill]) => ({ x: Number(x), y: Number(y), fill: fill as string }));
}

test("tradeOffPlot() is well-formed, with every name in it escaped", () => {
  const svg = tradeOffPlot(points);
  const open = [...svg.matchAll(/<[a-z]+(?: [^>]*[^/])?>/g)].length;
  expect([...svg.matchAll(/<\/[a-z]+>/g)].length).toBe(open);
  expect(svg).toContain(">hybrid &amp; &lt;more&gt;</text>");
  expect(svg).toContain(">the &quot;other&quot;</text>");
  expect(svg).not.toContain("NaN");
});

test("tradeOffPlot() has better above, slower to the right, on a logarithmic scale", () => {
  const [hybrid, dense, other] = places(tradeOffPlot(points)) as [
    { x: number; y: number; fill: string },
    { x: number; y: number; fill: string },
    { x: number; y: number; fill: string },
  ];
  expect(hybrid.y).toBeLessThan(other.y);
  expect(hybrid.y + dense.y).toBeCloseTo(2 * other.y, 0);
  // Twice the time is a step, four times are two.
  expect(other.x - hybrid.x).toBeCloseTo(2 * (hybrid.x - dense.x), 0);
  expect(hybrid.fill).toBe(dense.fill);
  expect(other.fill).not.toBe(hybrid.fill);
});

test("tradeOffPlot() tells groups apart by shape where colours come again", () => {
  const many = Array.from({ length: 7 }, (_, i) => ({
    label: `way ${i}`,
    group: `system ${i}`,
    ms: 1 + i,
    ndcg: 30 + i,
  }));
  const marks = tradeOffPlot(many).match(/<(?:circle|rect x)[^>]*>/g) as string[];
  // Each group is in the chart and in the legend.
  expect(marks.length).toBe(2 * many.length);
  const kinds = marks.map((mark) => `${mark.slice(1, 5)} ${/fill="(.*?)"/.exec(mark)?.[1]}`);
  expect(new Set(kinds).size).toBe(many.length);
});

test("tradeOffPlot() draws one point, and none", () => {
  expect(tradeOffPlot(points.slice(0, 1))).not.toContain("NaN");
  expect(tradeOffPlot([])).toContain("</svg>");
});
