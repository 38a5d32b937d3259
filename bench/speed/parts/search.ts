import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { embeddedText } from "../data/dataset.ts";
import { embedToFile } from "../data/embedded.ts";
import { type FilterName, FILTERS } from "../data/memories.ts";
import { alternate } from "../measure/alternate.ts";
import { runFresh } from "../measure/fresh_process.ts";
import { say } from "../measure/progress.ts";
import { median, quantile } from "../measure/statistics.ts";
import { type Figure, MAX_HOLD } from "../report/figure.ts";
import type { FillInput, FillOutput } from "../tasks/fill_store.ts";
import type { Searched, SearchInput } from "../tasks/search_store.ts";
import type { Bench } from "./bench.ts";

const QUERIES = 120;
const WARM_UP = 60;
const ALL = Object.keys(FILTERS) as FilterName[];
/** Beyond `exactBelow` by default, so that an exact scan is another way. */
const WIDE: readonly FilterName[] = ["no filter", "20% by metadata"];
/** Milliseconds, by size. */
const AIMS: Readonly<Record<number, number>> = { 10_000: 15, 50_000: 20 };

type Found = Partial<Record<FilterName, Searched>>;

/** Search over stores of several sizes, against an exact scan of the same store. */
export async function measureSearch(bench: Bench): Promise<Figure[]> {
  const texts = bench.dataset.turns.map(embeddedText);
  const vectorsPath = await embedToFile(bench.results, texts);
  const figures: Figure[] = [];
  for (const size of bench.sizes) {
    const location = mkdtempSync(join(bench.scratch, "search-"));
    say(`search, filling a store with ${size} memories; its index grows`);
    const filled = await runFresh<FillInput, FillOutput>("fill_store", {
      dataset: bench.folder,
      vectorsPath,
      location,
      size,
      largeEach: null,
    });
    const search = (filters: readonly FilterName[], exact: boolean) => () =>
      runFresh<SearchInput, Found>("search_store", {
        vectorsPath,
        location,
        size,
        filters,
        queries: QUERIES,
        warmUp: WARM_UP,
        exact,
      });
    const { ours, exact } = await alternate(`search of ${size}`, bench.rounds, {
      ours: search(ALL, false),
      exact: search(WIDE, true),
    });
    rmSync(location, { recursive: true, force: true });
    figures.push(
      ...ALL.map((filter) => searchFigure(size, filter, ours, exact)),
      holdFigure(size, ours),
      ...growthFigures(size, filled),
    );
  }
  return figures;
}

function searchFigure(
  size: number,
  filter: FilterName,
  ours: readonly Found[],
  exact: readonly Found[],
): Figure {
  const of = (rounds: readonly Found[]) => rounds.flatMap((found) => found[filter] ?? []);
  const all = of(ours).map(({ latencies }) => latencies);
  const others = of(exact).map(({ latencies }) => median(latencies));
  const isExact = of(ours)[0]?.scan === "exact";
  const bound = filter.startsWith("20%") ? undefined : AIMS[size];
  return {
    part: "search",
    name: `${size.toLocaleString("en-US")} memories, ${filter}`,
    unit: "ms",
    rounds: all.map((latencies) => median(latencies)),
    ...(!isExact && others.length > 0 && { against: { name: "exact scan", rounds: others } }),
    ...(bound !== undefined && { aim: { of: "figure", is: "at most", bound } }),
    beside: {
      p95: median(all.map((latencies) => quantile(latencies, 0.95))),
      max: Math.max(...all.flat()),
    },
    search: { size, filter, exact: isExact },
    note: isExact ? "scans exactly" : "by the index",
  };
}

function holdFigure(size: number, ours: readonly Found[]): Figure {
  return {
    part: "search",
    name: `${size.toLocaleString("en-US")}: longest hold of the event loop`,
    unit: "ms",
    rounds: ours.map((found) => Math.max(...Object.values(found).map(({ holdMs }) => holdMs))),
    aim: MAX_HOLD,
  };
}

function growthFigures(size: number, filled: FillOutput): Figure[] {
  const name = size.toLocaleString("en-US");
  const { addMs, addHoldMs, growthMs, growthHoldMs, searches } = filled;
  const figures: Figure[] = [{
    part: "search",
    name: `${name}: addMany with vectors given`,
    unit: "s",
    rounds: [addMs / 1000],
    beside: { "ms each": addMs / size, "event loop held": addHoldMs },
  }];
  if (growthMs === 0) return figures;
  return [...figures, {
    part: "search",
    name: `${name}: index growth, a search each 250 ms`,
    unit: "s",
    rounds: [growthMs / 1000],
    beside: { "rows/s": (size * 1000) / growthMs, "event loop held": growthHoldMs },
  }, {
    part: "search",
    name: `${name}: search while the index grows`,
    unit: "ms",
    rounds: [median(searches)],
    beside: {
      p95: quantile(searches, 0.95),
      max: Math.max(...searches),
      searches: searches.length,
    },
  }];
}
