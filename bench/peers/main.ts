/** Other embedded systems beside Bicameral: see README.md. */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { progressBar } from "../../backends/cli/progress.ts";
import { modelSource } from "../quality/data/models.ts";
import { describeMachine } from "../speed/measure/machine.ts";
import { type AskedDataset, loadDataset } from "./data.ts";
import { installPeers, peerVersions } from "./installed.ts";
import { HELP, type Options, parseOptions } from "./options.ts";
import { allPeers, allTunings } from "./peers/list.ts";
import { type DatasetSize, report, type Run } from "./report/report.ts";
import { ask, type Figure } from "./run/ask.ts";

const RESULTS = fileURLToPath(new URL("results/", import.meta.url));

const options = read();
if (options.help) process.stdout.write(HELP);
else if (installPeers()) process.exit(again());
else await main(options);

function read(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
    return process.exit(2);
  }
}

/** The same in a new process, which sees what was installed. */
function again(): number {
  return spawnSync(process.execPath, process.argv.slice(1), { stdio: "inherit" }).status ?? 1;
}

async function main({ datasets: folders, limit, json, tune }: Options): Promise<void> {
  const described = describeMachine();
  const machine = { ...described, versions: { ...described.versions, ...peerVersions() } };
  const source = await modelSource({ model: "all-MiniLM-L6-v2" });
  const datasets: AskedDataset[] = [];
  for (const folder of folders) datasets.push(await loadDataset(folder, source, limit));
  mkdirSync(RESULTS, { recursive: true });
  if (tune) return await tuneAll(datasets[0] as AskedDataset);

  const figures: Figure[] = [];
  for (const dataset of datasets) {
    for (const peer of allPeers()) {
      const { queries } = sizeOf(dataset);
      const label = `${dataset.name}: ${peer.name}, ${peer.setting}`;
      const bar = progressBar({ label, total: queries });
      try {
        figures.push(await ask(peer, dataset, (done) => bar.update(done)));
      } finally {
        bar.end();
      }
    }
  }
  const run: Run = { machine, model: source.model.id, datasets: datasets.map(sizeOf), figures };
  const text = `${JSON.stringify(run)}\n`;
  writeFileSync(`${RESULTS}latest.json`, text);
  if (json !== null) writeFileSync(json, text);
  process.stdout.write(report(run));
}

/** Prints each peer's best settings; `tuning.json` has all that were tried. */
async function tuneAll(dataset: AskedDataset): Promise<void> {
  const results: Record<string, unknown> = {};
  for (const { name, run } of allTunings()) {
    const bar = progressBar({ label: `Tuning ${name}` });
    const tried = await run(dataset, (count) => bar.update(count));
    bar.end();
    results[name] = tried;
    writeFileSync(`${RESULTS}tuning.json`, `${JSON.stringify(results, null, 1)}\n`);
    for (const { setting, score } of tried.slice(0, 3)) {
      process.stdout.write(`${name}: nDCG@10 ${score.toFixed(2)} by ${JSON.stringify(setting)}\n`);
    }
  }
}

function sizeOf({ name, collections }: AskedDataset): DatasetSize {
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);
  return {
    name,
    namespaces: collections.length,
    documents: sum(collections.map(({ documents }) => documents.length)),
    queries: sum(collections.map(({ queries }) => queries.length)),
  };
}
