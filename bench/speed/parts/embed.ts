import { join } from "node:path";
import { embeddedText } from "../data/dataset.ts";
import { Vectors } from "../data/vectors.ts";
import { alternate } from "../measure/alternate.ts";
import { runFresh } from "../measure/fresh_process.ts";
import { cosine, mean, median } from "../measure/statistics.ts";
import type { Figure } from "../report/figure.ts";
import type { EmbedOutput } from "../tasks/embed_bicameral.ts";
import { type Bench, sample } from "./bench.ts";

const TEXTS = 1000;
const WARM_UP = 64;
const BATCHES = [1, 32] as const;

/** Throughput of documents against transformers.js at its better batch size. */
export async function measureEmbed(bench: Bench): Promise<Figure[]> {
  const texts = sample(bench.dataset.turns, TEXTS).map(embeddedText);
  const path = (name: string) => join(bench.scratch, `embedded-${name}.f32`);
  const theirs = (batch: number) => () =>
    runFresh<object, EmbedOutput>("embed_transformers", {
      texts,
      warmUp: WARM_UP,
      batch,
      modelPath: bench.modelPath(),
      vectorsPath: path(`${batch}`),
    });
  const { ours, one, many } = await alternate("embed", bench.rounds, {
    ours: () =>
      runFresh<object, EmbedOutput>("embed_bicameral", {
        texts,
        warmUp: WARM_UP,
        vectorsPath: path("ours"),
      }),
    one: theirs(BATCHES[0]),
    many: theirs(BATCHES[1]),
  });
  const rate = (outputs: readonly EmbedOutput[]) =>
    outputs.map(({ ms }) => (texts.length * 1000) / ms);
  const singly = median(rate(one)) >= median(rate(many));
  const [better, worse] = singly ? [one, many] : [many, one];
  const [batch, other] = singly ? BATCHES : BATCHES.toReversed();
  const vectors = new Vectors(path("ours"));
  const likeness = (name: string) => {
    const others = new Vectors(path(name));
    return mean(texts.map((_, i) => cosine(vectors.at(i), others.at(i))));
  };
  return [{
    part: "embed",
    name: `${texts.length} texts, MiniLM int8`,
    unit: "texts/s",
    rounds: rate(ours),
    against: { name: `transformers.js, batch ${batch},`, rounds: rate(better) },
    aim: { of: "ratio", is: "at least", bound: 2.5 },
    beside: {
      [`its batch ${other}`]: median(rate(worse)),
      "mean cosine to its vectors, batch 1": likeness("1"),
      "batch 32": likeness("32"),
      "load ms": median(ours.map(({ loadMs }) => loadMs)),
      "its load ms": median(better.map(({ loadMs }) => loadMs)),
    },
  }];
}
