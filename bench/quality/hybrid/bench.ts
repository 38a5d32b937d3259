import { mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import { describeMachine } from "../../speed/measure/machine.ts";
import { modelSource } from "../data/models.ts";
import { RESULTS } from "../data/results.ts";
import type { Options } from "../options.ts";
import { hybridPlot, hybridReport, type HybridRun } from "../report/hybrid.ts";
import { embedDataset } from "./dataset.ts";
import { askDataset, type DatasetRun } from "./run.ts";

/** Sets of retrievers by ways to fuse them: prints tables, writes JSON and SVG. */
export async function benchHybrid(options: Options): Promise<void> {
  const { datasets: folders, limit, small, json } = options;
  const machine = describeMachine();
  const source = await modelSource(small);
  const datasets: DatasetRun[] = [];
  for (const folder of folders) {
    datasets.push(await askDataset(await embedDataset(folder, source, limit), source, options));
  }
  const run: HybridRun = { machine, model: source.model.id, datasets };
  process.stdout.write(hybridReport(run));
  mkdirSync(RESULTS, { recursive: true });
  for (const path of [`${RESULTS}hybrid.json`, ...json === null ? [] : [json]]) {
    writeFileSync(path, `${JSON.stringify(run)}\n`);
  }
  for (const { name, measured } of datasets) {
    writeFileSync(`${RESULTS}hybrid_${name}.svg`, hybridPlot(measured));
  }
}
