import { expect, test } from "bun:test";
import { randomNumbers } from "../../../src/evaluate/random.ts";
import { boxOf, overlap, placeLabels, type ToPlace } from "./place_labels.ts";

const WITHIN = { x: 0, y: 0, width: 660, height: 400 };

/** Every two texts that lie on each other, and every text on a point or outside. */
function faults(labels: readonly ToPlace[]): string[] {
  const boxes = placeLabels(labels, WITHIN).map((placed, i) => boxOf(placed, labels[i]!.text));
  return boxes.flatMap((box, i) => [
    ...labels.slice(i + 1).filter((_, j) => overlap(box, boxes[i + 1 + j]!) > 0)
      .map(({ text }) => `${labels[i]!.text} on ${text}`),
    ...labels.filter(({ x, y }) => overlap(box, { x: x - 4, y: y - 4, width: 8, height: 8 }) > 0)
      .map(({ text }) => `${labels[i]!.text} on the point of ${text}`),
    ...overlap(box, WITHIN) < box.width * box.height - 1e-6
      ? [`${labels[i]!.text} is outside`]
      : [],
  ]);
}

test("placeLabels() writes to the right of a point that is alone, to the left at the edge", () => {
  const [alone, edge] = placeLabels([
    { x: 100, y: 100, text: "alone" },
    { x: 650, y: 200, text: "at the edge" },
  ], WITHIN);
  expect(alone).toMatchObject({ x: 108, far: false });
  expect(edge!.x).toBeLessThan(650 - 60);
});

test("placeLabels() keeps texts apart, off points and inside, crowded or in a corner", () => {
  const crowd = Array.from({ length: 6 }, (_, i) => ({
    x: 300 + 7 * i,
    y: 200 + (i % 3) * 6,
    text: `system number ${i}`,
  }));
  const corners = [0, 660].flatMap((x) => [0, 400].map((y) => ({ x, y, text: `${x}, ${y}` })));
  expect(faults([...crowd, ...corners])).toEqual([]);
});

test("placeLabels() finds places for twenty points wherever they are", () => {
  const random = randomNumbers(5);
  for (let round = 0; round < 20; round++) {
    const labels = Array.from({ length: 20 }, (_, i) => ({
      x: 660 * random(),
      y: 400 * random(),
      text: `a system, ${i}`,
    }));
    expect(faults(labels)).toEqual([]);
  }
});
