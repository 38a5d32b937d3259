import type { Box } from "../../speed/report/svg.ts";

/** A text to be written beside a point. */
export interface ToPlace {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

/** Where a text begins, and whether it is so far from its point that a line should lead there. */
export interface Placed {
  readonly x: number;
  /** Of the line that letters stand on. */
  readonly y: number;
  readonly far: boolean;
}

/** Pixels of 12-pixel letters; a little much for most fonts. */
const LETTER = 6.8;
const HEIGHT = 14;
const ASCENT = 11;
/** Free space around a point, its radius included. */
const GAP = 8;

/**
 * Puts each text where it lies on no point and no other text, if there is such a place
 * near its point: to the right, the left, above or below, else further off. Points with
 * the fewest neighbours wait, since they have the most places left.
 */
export function placeLabels(labels: readonly ToPlace[], within: Box): Placed[] {
  const taken = labels.map(({ x, y }): Box => ({ x: x - 6, y: y - 6, width: 12, height: 12 }));
  const placed: Placed[] = new Array(labels.length);
  const crowd = labels.map((one) =>
    labels.filter((other) => Math.abs(one.x - other.x) < 120 && Math.abs(one.y - other.y) < 40)
      .length
  );
  const order = labels.map((_, i) => i).sort((i, j) => crowd[j]! - crowd[i]!);
  for (const i of order) {
    const best = candidates(labels[i]!).map(({ box, far }, at) => ({
      box,
      far,
      // What lies on something costs far more than any distance; what comes first, least.
      cost: at + 10 * (outside(box, within) + taken.reduce((sum, it) => sum + overlap(box, it), 0)),
    })).reduce((best, one) => one.cost < best.cost ? one : best);
    taken.push(best.box);
    placed[i] = { x: best.box.x, y: best.box.y + ASCENT, far: best.far };
  }
  return placed;
}

/** Boxes for a text, the most wanted first. */
function candidates({ x, y, text }: ToPlace): { box: Box; far: boolean }[] {
  const width = text.length * LETTER;
  const middle = x - width / 2;
  const boxes: { box: Box; far: boolean }[] = [];
  for (let step = 0; step < 6; step++) {
    for (const way of step === 0 ? [0] : [-1, 1]) {
      const top = y - HEIGHT / 2 + way * step * HEIGHT * 0.75;
      for (const left of [x + GAP, x - GAP - width]) {
        boxes.push({ box: { x: left, y: top, width, height: HEIGHT }, far: step > 1 });
      }
      if (step === 0) continue;
      const over = way < 0 ? y - GAP - HEIGHT : y + GAP;
      const off = way * (step - 1) * HEIGHT;
      boxes.push({ box: { x: middle, y: over + off, width, height: HEIGHT }, far: step > 1 });
    }
  }
  return boxes;
}

/** Square pixels that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function outside(box: Box, within: Box): number {
  return box.width * box.height - overlap(box, within);
}

/** What a placed text covers. */
export function boxOf({ x, y }: Placed, text: string): Box {
  return { x, y: y - ASCENT, width: text.length * LETTER, height: HEIGHT };
}
