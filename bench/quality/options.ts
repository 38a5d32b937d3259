import { parseArgs } from "node:util";
import {
  configurations,
  type ConfigurationTable,
  FUSION_CHOICES,
} from "../../backends/cli/bench/configurations.ts";
import { checkModelSpec, type ModelSpec } from "../../src/embed/model_spec.ts";

/** What the bench is asked to do. */
export interface Options extends ConfigurationTable {
  /** Folders in BEIR form. */
  readonly datasets: readonly string[];
  readonly small: ModelSpec;
  /** With one, two spaces are measured instead of retrievers and strategies. */
  readonly large: ModelSpec | null;
  /** Queries of each data set; null for all. */
  readonly limit: number | null;
  /** What draws the memories that are elevated. */
  readonly seeds: readonly number[];
  /** Queries that are asked of a real store too. */
  readonly store: number;
  readonly json: string | null;
  /** The folder of STS-B, which needs no data set and no large model. */
  readonly sts: string | null;
  readonly help: boolean;
}

const RETRIEVER_SETS = "lexical,dense384,dense384+lexical";

export const HELP: string = `bun run bench:quality --dataset DIR [options]

How well what is found answers the question. Vectors are kept in bench/quality/results, so that
a second run takes seconds for them; figures are written there as JSON and SVG.

Sets of retrievers by ways to fuse them, asked of a real store:

  --dataset DIR    a folder in BEIR form: corpus.jsonl, queries.jsonl, qrels/test.tsv; may be repeated
  --retrievers A,B sets of retrievers, default ${RETRIEVER_SETS}
  --fusion A,B     ways to fuse those of several, default
                   ${FUSION_CHOICES.join(",")}
  --limit N        about N queries of each data set, to try things out; default all
  --small MODEL    the model: a name, a folder, or JSON; default all-MiniLM-L6-v2 (int8)
  --json FILE      write the JSON there too

Two embedding spaces when some memories are in both: nDCG@10 of every way to fuse them, at 0, 1,
10, 50 and 100% elevated (with --dataset, --small and --json as above):

  --large MODEL    the large space's model: a name, a folder, or JSON (model, pooling, prompts …)
  --seeds LIST     what draws the elevated memories, default 1,2,3
  --store N        ask N queries of a real store too and compare, default 0

Sentences:

  --sts DIR        the small model's Spearman on STS-B: stsb-en-test.csv; alone or with the above
  --help           this text
`;

/** Throws an error that says what was wanted. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dataset: { type: "string", multiple: true, default: [] },
      retrievers: { type: "string" },
      fusion: { type: "string" },
      limit: { type: "string" },
      large: { type: "string" },
      small: { type: "string", default: "all-MiniLM-L6-v2" },
      seeds: { type: "string" },
      store: { type: "string" },
      json: { type: "string" },
      sts: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (!values.help && values.dataset.length === 0 && values.sts === undefined) {
    throw new TypeError("Wanted --dataset DIR or --sts DIR");
  }
  const foreign = values.large === undefined
    ? (["seeds", "store"] as const)
    : (["retrievers", "fusion", "limit"] as const);
  for (const name of foreign) {
    if (values[name] === undefined) continue;
    throw new TypeError(
      `--${name} goes ${values.large === undefined ? "with" : "without"} --large`,
    );
  }
  const table = {
    retrievers: (values.retrievers ?? RETRIEVER_SETS).split(","),
    fusion: values.fusion?.split(",") ?? FUSION_CHOICES,
  };
  // Refused here, not after an hour of embedding.
  configurations(table);
  return {
    ...table,
    datasets: values.dataset,
    limit: values.limit === undefined ? null : count("--limit", values.limit, 1),
    small: checkModelSpec("--small", values.small),
    large: values.large === undefined ? null : checkModelSpec("--large", values.large),
    seeds: (values.seeds ?? "1,2,3").split(",").map((seed) => count("--seeds", seed, 0)),
    store: count("--store", values.store ?? "0", 0),
    json: values.json ?? null,
    sts: values.sts ?? null,
    help: values.help,
  };
}

function count(option: string, text: string, least: number): number {
  const number = Number(text);
  if (text.trim() !== "" && Number.isInteger(number) && number >= least) return number;
  throw new TypeError(`${option} has ${text}; wanted whole numbers from ${least}`);
}
