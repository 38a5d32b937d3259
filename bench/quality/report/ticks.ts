/** 1, 2 and 5 times powers of ten, the first at or below `least` and the last at or above `most`. */
export function logTicks(least: number, most: number): number[] {
  const ticks: number[] = [];
  // A power more at either end, should a logarithm be off by its last bit.
  const last = Math.ceil(Math.log10(most)) + 1;
  for (let power = Math.floor(Math.log10(least)) - 1; power <= last; power++) {
    // Read, not multiplied: 2 × 10⁻³ is not 0.002 to the last bit.
    ticks.push(...[1, 2, 5].map((step) => Number(`${step}e${power}`)));
  }
  const from = ticks.findLastIndex((tick) => tick <= least);
  return ticks.slice(from, ticks.findIndex((tick) => tick >= most) + 1);
}

/** Some five round numbers, the first at or below `least` and the last at or above `most`. */
export function linearTicks(least: number, most: number): number[] {
  const wanted = Math.max(most - least, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = power * ([1, 2, 5].find((times) => times * power >= wanted) ?? 10);
  const from = Math.floor(least / step);
  const to = Math.max(Math.ceil(most / step), from + 1);
  return Array.from({ length: to - from + 1 }, (_, i) => (from + i) * step);
}
