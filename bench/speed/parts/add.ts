import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { embeddedText } from "../data/dataset.ts";
import { alternate } from "../measure/alternate.ts";
import { runFresh } from "../measure/fresh_process.ts";
import { type Figure, MAX_HOLD } from "../report/figure.ts";
import type { AddInput, AddOutput } from "../tasks/add_many.ts";
import type { EmbedInput, EmbedOutput } from "../tasks/embed_bicameral.ts";
import type { Bench } from "./bench.ts";

const TURNS = 2000;
const WARM_UP = 64;

/** Adding many turns to a new store, against embedding their texts and nothing else. */
export async function measureAdd(bench: Bench): Promise<Figure[]> {
  const count = Math.min(TURNS, bench.dataset.turns.length);
  const texts = bench.dataset.turns.slice(0, count).map(embeddedText);
  const add = (location: string) =>
    runFresh<AddInput, AddOutput>("add_many", {
      dataset: bench.folder,
      count,
      warmUp: WARM_UP,
      location,
    });
  const { alone, memory, strict } = await alternate("add", bench.rounds, {
    alone: () =>
      runFresh<EmbedInput, EmbedOutput>("embed_bicameral", {
        texts,
        warmUp: WARM_UP,
        vectorsPath: null,
      }),
    memory: () => add("memory://"),
    strict: () => add(mkdtempSync(join(bench.scratch, "add-"))),
  });
  const seconds = (rounds: readonly { readonly ms: number }[]) => rounds.map(({ ms }) => ms / 1000);
  const figure = (name: string, rounds: readonly { readonly ms: number }[]): Figure => ({
    part: "add",
    name: `addMany of ${count}, ${name}`,
    unit: "s",
    rounds: seconds(rounds),
    against: { name: "embedding them alone", rounds: seconds(alone) },
    aim: { of: "ratio", is: "at most", bound: 1.15 },
  });
  return [
    figure("memory://", memory),
    figure("strict directory", strict),
    {
      part: "add",
      name: "longest hold of the event loop in addMany",
      unit: "ms",
      rounds: strict.map(({ holdMs }) => holdMs),
      aim: MAX_HOLD,
    },
  ];
}
