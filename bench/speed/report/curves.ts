import { againstOf, type Figure, valueOf } from "./figure.ts";

/** One curve: milliseconds by number of memories. */
export interface Curve {
  readonly name: string;
  readonly points: readonly { readonly size: number; readonly ms: number }[];
}

/** A curve for each filter, and one for exact scans. */
export function curvesOf(figures: readonly Figure[]): Curve[] {
  const curves = new Map<string, { size: number; ms: number }[]>();
  const exactScan: { size: number; ms: number }[] = [];
  const put = (name: string, size: number, ms: number) =>
    curves.set(name, [...curves.get(name) ?? [], { size, ms }]);
  for (const figure of figures) {
    if (figure.search === undefined) continue;
    const { size, filter, exact } = figure.search;
    put(filter, size, valueOf(figure));
    const exactMs = exact ? valueOf(figure) : againstOf(figure);
    if (exactMs !== null && filter === "no filter") exactScan.push({ size, ms: exactMs });
  }
  if (exactScan.length > 0) curves.set("no filter, exact scan", exactScan);
  return Array.from(curves, ([name, points]) => ({
    name,
    points: points.sort((a, b) => a.size - b.size),
  }));
}

/** What searches without a filter should take, by size. */
export function aimsOf(figures: readonly Figure[]): { size: number; bound: number }[] {
  return figures.flatMap(({ search, aim }) =>
    aim === undefined || search?.filter !== "no filter"
      ? []
      : [{ size: search.size, bound: aim.bound }]
  );
}
