import { parseArgs } from "node:util";
import { checkModelSpec, type ModelSpec } from "../../src/embed/model_spec.ts";

/** What the bench is asked to do. */
export interface Options {
  /** Folders in BEIR form. */
  readonly datasets: readonly string[];
  readonly small: ModelSpec;
  readonly large: ModelSpec;
  /** What draws the memories that are elevated. */
  readonly seeds: readonly number[];
  /** Queries that are asked of a real store too. */
  readonly store: number;
  readonly json: string | null;
  /** The folder of STS-B, which needs no data set and no large model. */
  readonly sts: string | null;
  readonly help: boolean;
}

export const HELP: string = `bun run bench:quality --dataset DIR --large MODEL [options]

How well two embedding spaces answer together when some memories are in both: nDCG@10 of every
way to fuse them, at 0, 1, 10, 50 and 100% elevated. Writes fair_votes.json and fair_votes.svg into
bench/quality/results, where vectors are kept too: a second run takes seconds.

  --dataset DIR    a folder in BEIR form: corpus.jsonl, queries.jsonl, qrels/test.tsv; may be repeated
  --large MODEL    the large space's model: a name, a folder, or JSON (model, pooling, prompts …)
  --small MODEL    the small space's model, default all-MiniLM-L6-v2 (int8)
  --seeds LIST     what draws the elevated memories, default 1,2,3
  --store N        ask N queries of a real store too and compare, default 0
  --json FILE      write the JSON there too
  --sts DIR        the small model's Spearman on STS-B: stsb-en-test.csv; alone or with the above
  --help           this text
`;

/** Throws a `TypeError` that says what was wanted. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dataset: { type: "string", multiple: true, default: [] },
      large: { type: "string" },
      small: { type: "string", default: "all-MiniLM-L6-v2" },
      seeds: { type: "string", default: "1,2,3" },
      store: { type: "string", default: "0" },
      json: { type: "string" },
      sts: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const fusing = values.dataset.length > 0;
  if (!values.help && !fusing && values.sts === undefined) {
    throw new TypeError("Wanted --dataset DIR or --sts DIR");
  }
  if (!values.help && fusing && values.large === undefined) {
    throw new TypeError("Wanted --large MODEL");
  }
  return {
    datasets: values.dataset,
    small: checkModelSpec("--small", values.small),
    large: checkModelSpec("--large", values.large ?? "bge-large-en-v1.5"),
    seeds: values.seeds.split(",").map((seed) => count("--seeds", seed)),
    store: count("--store", values.store),
    json: values.json ?? null,
    sts: values.sts ?? null,
    help: values.help,
  };
}

function count(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new TypeError(`${option} has ${text}; wanted whole numbers`);
}
