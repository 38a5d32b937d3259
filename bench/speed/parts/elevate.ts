import { mkdtempSync } from "node:fs";
import { basename, join } from "node:path";
import { makeStandIn } from "../../../testing/stand_in_model.ts";
import { embeddedText } from "../data/dataset.ts";
import { alternate } from "../measure/alternate.ts";
import { runFresh } from "../measure/fresh_process.ts";
import { type Figure, MAX_HOLD } from "../report/figure.ts";
import type { ElevateInput, ElevateOutput } from "../tasks/elevate.ts";
import type { EmbedLargeInput, EmbedLargeOutput } from "../tasks/embed_large.ts";
import type { Bench } from "./bench.ts";

const MEMORIES = 200;
const WARM_UP = 64;
const STAND_IN = "a stand-in, whose embedding takes next to no time: the ratio says nothing";

/** Elevating memories, against embedding their texts with the same model and nothing else. */
export async function measureElevate(bench: Bench): Promise<Figure[]> {
  const model = bench.large ?? standInIn(bench.scratch);
  const texts = bench.dataset.turns.slice(0, MEMORIES + WARM_UP).map(embeddedText);
  const elevate = (location: string) =>
    runFresh<ElevateInput, ElevateOutput>("elevate", {
      dataset: bench.folder,
      model,
      count: MEMORIES,
      warmUp: WARM_UP,
      location,
    });
  const { alone, memory, strict } = await alternate("elevate", bench.rounds, {
    alone: () =>
      runFresh<EmbedLargeInput, EmbedLargeOutput>("embed_large", {
        model,
        texts: texts.slice(0, MEMORIES),
        warmUp: texts.slice(MEMORIES),
      }),
    memory: () => elevate("memory://"),
    strict: () => elevate(mkdtempSync(join(bench.scratch, "elevate-"))),
  });
  const seconds = (rounds: readonly { readonly ms: number }[]) => rounds.map(({ ms }) => ms / 1000);
  const figure = (name: string, rounds: readonly { readonly ms: number }[]): Figure => ({
    part: "elevate",
    name: `elevate of ${MEMORIES}, ${name}`,
    unit: "s",
    rounds: seconds(rounds),
    against: { name: "embedding them alone", rounds: seconds(alone) },
    ...(bench.large !== null && { aim: { of: "ratio", is: "at most", bound: 1.15 } }),
    note: bench.large === null ? STAND_IN : `by ${basename(bench.large)}`,
  });
  return [
    figure("memory://", memory),
    figure("strict directory", strict),
    {
      part: "elevate",
      name: "longest hold of the event loop in elevate",
      unit: "ms",
      rounds: strict.map(({ holdMs }) => holdMs),
      aim: MAX_HOLD,
    },
  ];
}

function standInIn(scratch: string): string {
  const folder = join(scratch, "large-stand-in");
  makeStandIn(folder);
  return folder;
}
