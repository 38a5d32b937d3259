import { embeddedText } from "../data/dataset.ts";
import { embedToFile } from "../data/embedded.ts";
import { runFresh } from "../measure/fresh_process.ts";
import { say } from "../measure/progress.ts";
import type { Figure } from "../report/figure.ts";
import type { RecallInput, RecallOutput } from "../tasks/recall.ts";
import type { Bench } from "./bench.ts";

const QUERIES = 500;

/** What the index finds of the true best 10, all turns in one namespace. */
export async function measureRecall(bench: Bench): Promise<Figure[]> {
  const texts = bench.dataset.turns.map(embeddedText);
  const vectorsPath = await embedToFile(bench.results, texts);
  const queryVectorsPath = await embedToFile(bench.results, bench.dataset.queries);
  say("recall");
  const { recall, queries, waiting } = await runFresh<
    RecallInput,
    RecallOutput
  >("recall", { dataset: bench.folder, vectorsPath, queryVectorsPath, queries: QUERIES });
  return [{
    part: "recall",
    name: `recall@10 of the index over ${texts.length.toLocaleString("en-US")}`,
    unit: "",
    rounds: [recall],
    aim: { of: "figure", is: "at least", bound: 0.95 },
    beside: { questions: queries, "rows not in it": waiting },
    note: "truth by brute force",
  }];
}
