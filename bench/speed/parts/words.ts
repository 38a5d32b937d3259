import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { rrf } from "../../../src/fusion/rrf.ts";
import { minMax } from "../../../src/fusion/normalise.ts";
import { weighted } from "../../../src/fusion/weighted.ts";
import { embeddedText } from "../data/dataset.ts";
import { embedToFile } from "../data/embedded.ts";
import { runFresh } from "../measure/fresh_process.ts";
import { say } from "../measure/progress.ts";
import { median, quantile } from "../measure/statistics.ts";
import type { Figure } from "../report/figure.ts";
import type { FillInput, FillOutput } from "../tasks/fill_store.ts";
import type { Way, WordsInput, WordsOutput } from "../tasks/search_words.ts";
import type { Bench } from "./bench.ts";

const QUERIES = 200;
const WARM_UP = 40;
const LARGE_STORE = 50_000;
/** Milliseconds by words; no other way has an aim here. */
const AIMS = { dataset: 2, large: 10 };
const FUSED_LISTS = 3;
const FUSED_HITS = 200;
const FUSE_MS = 0.2;

/** Search by words, and by all that there is, with the dataset's own questions; fusion by itself. */
export async function measureWords(bench: Bench): Promise<Figure[]> {
  const { turns } = bench.dataset;
  const vectorsPath = await embedToFile(bench.results, turns.map(embeddedText));
  const figures: Figure[] = [];
  for (const [size, bound] of [[turns.length, AIMS.dataset], [LARGE_STORE, AIMS.large]] as const) {
    const location = mkdtempSync(join(bench.scratch, "words-"));
    say(`words, filling a store with ${size} memories`);
    await runFresh<FillInput, FillOutput>("fill_store", {
      dataset: bench.folder,
      vectorsPath,
      location,
      size,
      largeEach: null,
    });
    const rounds: WordsOutput[] = [];
    for (let round = 0; round < bench.rounds; round++) {
      say(`words, ${size} memories, round ${round + 1} of ${bench.rounds}`);
      rounds.push(
        await runFresh<WordsInput, WordsOutput>("search_words", {
          dataset: bench.folder,
          vectorsPath,
          location,
          size,
          queries: QUERIES,
          warmUp: WARM_UP,
        }),
      );
    }
    rmSync(location, { recursive: true, force: true });
    const ways = Object.keys(rounds[0] as WordsOutput) as Way[];
    figures.push(...ways.map((way) => wayFigure(size, way, rounds, bound)));
  }
  return [...figures, ...fusionFigures(bench.rounds)];
}

function wayFigure(
  size: number,
  way: Way,
  rounds: readonly WordsOutput[],
  bound: number,
): Figure {
  const all = rounds.map((round) => round[way]);
  return {
    part: "words",
    name: `${size.toLocaleString("en-US")} memories, search ${way}`,
    unit: "ms",
    rounds: all.map((latencies) => median(latencies)),
    ...(way === "by words" && { aim: { of: "figure", is: "at most", bound } }),
    beside: { p95: median(all.map((latencies) => quantile(latencies, 0.95))) },
  };
}

function fusionFigures(rounds: number): Figure[] {
  const lists = Array.from(
    { length: FUSED_LISTS },
    (_, list) =>
      Array.from({ length: FUSED_HITS }, (_, i) => ({
        // Two lists share half of their items.
        id: `00000000-0000-7000-8000-${String(list * FUSED_HITS / 2 + i).padStart(12, "0")}`,
        rank: i + 1,
        score: 1 - i / FUSED_HITS,
      })),
  );
  const ways = {
    rrf: () => rrf(lists),
    "weighted, min-max": () => weighted(lists, { normalise: minMax }),
  };
  return Object.entries(ways).map(([name, fuse]): Figure => ({
    part: "words",
    name: `fusing 3 × 200 hits by ${name}`,
    unit: "ms",
    rounds: Array.from({ length: rounds }, () => median(timed(fuse))),
    aim: { of: "figure", is: "at most", bound: FUSE_MS },
  }));
}

function timed(run: () => unknown): number[] {
  return Array.from({ length: 2_000 }, () => {
    const started = performance.now();
    run();
    return performance.now() - started;
  });
}
