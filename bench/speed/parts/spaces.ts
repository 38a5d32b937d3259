import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Mode, Strategy } from "../../../mod.ts";
import { embeddedText } from "../data/dataset.ts";
import { embedToFile } from "../data/embedded.ts";
import { alternate } from "../measure/alternate.ts";
import { runFresh } from "../measure/fresh_process.ts";
import { say } from "../measure/progress.ts";
import { median, quantile } from "../measure/statistics.ts";
import { type Aim, type Figure, MAX_HOLD } from "../report/figure.ts";
import type { FillInput, FillOutput } from "../tasks/fill_store.ts";
import type { SpacesInput, SpacesOutput } from "../tasks/search_spaces.ts";
import type { Bench } from "./bench.ts";

const SIZE = 10_000;
/** A tenth of the memories is in the large space. */
const LARGE_EACH = 10;
const QUERIES = 120;
const WARM_UP = 60;
/** For what a search does unless it is told otherwise. */
const AIM: Aim = { of: "ratio", is: "at most", bound: 1.5 };

/** Search by both spaces, against search of the same store by the small one alone. */
export async function measureSpaces(bench: Bench): Promise<Figure[]> {
  const vectorsPath = await embedToFile(bench.results, bench.dataset.turns.map(embeddedText));
  const location = mkdtempSync(join(bench.scratch, "spaces-"));
  say(`spaces, filling a store with ${SIZE} memories; its indexes grow`);
  await runFresh<FillInput, FillOutput>("fill_store", {
    dataset: bench.folder,
    vectorsPath,
    location,
    size: SIZE,
    largeEach: LARGE_EACH,
  });
  const search = (mode: Mode, fusion: Strategy) => () =>
    runFresh<SpacesInput, SpacesOutput>("search_spaces", {
      vectorsPath,
      location,
      size: SIZE,
      mode,
      fusion,
      queries: QUERIES,
      warmUp: WARM_UP,
    });
  const { alone, calibrated, rrf } = await alternate("spaces", bench.rounds, {
    alone: search("cpu", "weighted"),
    calibrated: search("auto", "weighted"),
    rrf: search("auto", "rrf"),
  });
  rmSync(location, { recursive: true, force: true });
  return [
    { ...searchFigure("weighted", calibrated, alone), aim: AIM },
    searchFigure("rrf", rrf, alone),
    {
      part: "spaces",
      name: "longest hold of the event loop, calibrated",
      unit: "ms",
      rounds: calibrated.map(({ holdMs }) => holdMs),
      aim: MAX_HOLD,
    },
  ];
}

function searchFigure(
  fusion: Strategy,
  both: readonly SpacesOutput[],
  alone: readonly SpacesOutput[],
): Figure {
  const medians = (rounds: readonly SpacesOutput[]) =>
    rounds.map(({ latencies }) => median(latencies));
  return {
    part: "spaces",
    name: `${SIZE.toLocaleString("en-US")} memories, ${
      100 / LARGE_EACH
    }% in both spaces, ${fusion}`,
    unit: "ms",
    rounds: medians(both),
    against: { name: "dense384 alone", rounds: medians(alone) },
    beside: {
      p95: median(both.map(({ latencies }) => quantile(latencies, 0.95))),
      max: Math.max(...both.flatMap(({ latencies }) => latencies)),
    },
    note: both[0]?.scans.join(", ") ?? "",
  };
}
