import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { alternate } from "../measure/alternate.ts";
import { runFresh } from "../measure/fresh_process.ts";
import { median } from "../measure/statistics.ts";
import type { Aim, Figure } from "../report/figure.ts";
import type { OpenInput, OpenOutput } from "../tasks/open_store.ts";
import type { Bench } from "./bench.ts";

/** Opening a store, each time in a fresh process, against the bare database. */
export async function measureOpen(bench: Bench): Promise<Figure[]> {
  const folder = () => mkdtempSync(join(bench.scratch, "open-"));
  const open = (location: string) => runFresh<OpenInput, OpenOutput>("open_store", { location });
  const bare = (location: string) => runFresh<OpenInput, number>("open_pglite", { location });
  // Builds the template where this checkout has none yet.
  await open("memory://");

  let ours = "";
  let theirs = "";
  const { made, again, memory, bareMade, bareAgain } = await alternate(
    "open",
    bench.rounds,
    {
      made: () => open(ours = folder()),
      bareMade: () => bare(theirs = folder()),
      again: () => open(ours),
      bareAgain: () => bare(theirs),
      memory: () => open("memory://"),
    },
  );
  const figure = (
    name: string,
    outputs: readonly OpenOutput[],
    bound: number,
    against?: readonly number[],
  ): Figure => {
    const aim: Aim = { of: "figure", is: "at most", bound };
    return {
      part: "open",
      name,
      unit: "ms",
      rounds: outputs.map(({ openMs }) => openMs),
      ...(against &&
        { against: { name: "bare PGlite", rounds: against } }),
      aim,
      beside: { "first add done": median(outputs.map(({ firstAddMs }) => firstAddMs)) },
    };
  };
  return [
    figure("a new directory, strict", made, 500, bareMade),
    figure("the same reopened", again, 250, bareAgain),
    figure("memory://", memory, 500),
  ];
}
