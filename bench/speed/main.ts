/**
 * The speed bench: figures and ratios, never a test. See README.md beside it.
 *
 * ```sh
 * bun run bench:speed --only embed,query --rounds 2
 * ```
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { loadDataset } from "./data/dataset.ts";
import { installComparator, layOutModel } from "./measure/comparator.ts";
import { describeMachine } from "./measure/machine.ts";
import { say } from "./measure/progress.ts";
import { HELP, type Options, parseOptions, type Part, PARTS } from "./options.ts";
import { measureAdd } from "./parts/add.ts";
import type { Measure } from "./parts/bench.ts";
import { measureElevate } from "./parts/elevate.ts";
import { measureEmbed } from "./parts/embed.ts";
import { measureOpen } from "./parts/open.ts";
import { measureQuery } from "./parts/query.ts";
import { measureRecall } from "./parts/recall.ts";
import { measureSearch } from "./parts/search.ts";
import { measureSpaces } from "./parts/spaces.ts";
import { measureWords } from "./parts/words.ts";
import { type Figure, isMet } from "./report/figure.ts";
import { drawPlot } from "./report/plot.ts";
import { describeRun, toJson } from "./report/run.ts";
import { markdownTable, plainTable } from "./report/tables.ts";

const RESULTS = fileURLToPath(new URL("results/", import.meta.url));

const MEASURES: Readonly<Record<Part, Measure>> = {
  embed: measureEmbed,
  query: measureQuery,
  open: measureOpen,
  add: measureAdd,
  elevate: measureElevate,
  search: measureSearch,
  spaces: measureSpaces,
  words: measureWords,
  recall: measureRecall,
};

async function main(options: Options): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), "bicameral-bench-"));
  process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => process.exit(1));
  }

  const folder = options.dataset === null ? null : resolve(options.dataset);
  const dataset = loadDataset(folder);
  if (options.parts.some((part) => part === "embed" || part === "query")) {
    installComparator();
  }
  const machine = describeMachine();
  let laidOut: string | null = null;
  const bench = {
    ...options,
    dataset,
    folder,
    large: options.large === null ? null : resolve(options.large),
    results: RESULTS,
    scratch,
    modelPath: () => laidOut ??= layOutModel(join(scratch, "models")),
  };
  const figures: Figure[] = [];
  for (const part of options.parts) {
    figures.push(...await MEASURES[part](bench));
  }

  const run = { machine, dataset: dataset.name, rounds: options.rounds, figures };
  mkdirSync(RESULTS, { recursive: true });
  // A run of some parts leaves the last whole one as it is.
  const whole = options.parts.length === PARTS.length;
  const [data, plot] = whole ? ["latest.json", "speed.svg"] : ["partial.json", "partial.svg"];
  const json = toJson(run);
  writeFileSync(join(RESULTS, data), json);
  if (options.json !== null) writeFileSync(options.json, json);
  writeFileSync(join(RESULTS, plot), drawPlot(run));
  say(`written: ${data} and ${plot} in bench/speed/results`);

  const table = options.markdown ? markdownTable(figures) : plainTable(figures);
  const missed = figures.filter((figure) => isMet(figure) === false).length;
  const aimed = figures.filter((figure) => isMet(figure) !== null).length;
  console.log(`${describeRun(run)}\n\n${table}\n\n${aimed - missed} of ${aimed} aims met.`);
}

let options: Options;
try {
  options = parseOptions(process.argv.slice(2));
} catch (error) {
  console.error(`${error instanceof Error ? error.message : error}\n\n${HELP}`);
  process.exit(2);
}
if (options.help) console.log(HELP);
else await main(options);
