import { parseArgs } from "node:util";

/** What the bench is asked to do. */
export interface Options {
  /** Folders in BEIR form. */
  readonly datasets: readonly string[];
  /** Queries of each data set; null for all. */
  readonly limit: number | null;
  readonly json: string | null;
  /** Look for each peer's best setting instead. */
  readonly tune: boolean;
  readonly help: boolean;
}

export const HELP: string = `bun run bench:peers --dataset DIR [options]

Other embedded systems beside Bicameral, with the same texts and the same vectors: nDCG@10, R@10
and the time a query takes. Installs them into bench/peers on the first run. Writes latest.json
into bench/peers/results; vectors are kept in bench/quality/results.

  --dataset DIR    a folder in BEIR form: corpus.jsonl, queries.jsonl, qrels/test.tsv; may be repeated
  --limit N        about N queries of each, to try things out; default all
  --json FILE      write the JSON there too
  --tune           look for each peer's best setting on the first data set; with --limit 800 about 10 minutes
  --help           this text
`;

/** Throws a `TypeError` that says what was wanted. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dataset: { type: "string", multiple: true, default: [] },
      limit: { type: "string" },
      json: { type: "string" },
      tune: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (!values.help && values.dataset.length === 0) {
    throw new TypeError("Wanted --dataset DIR");
  }
  return {
    datasets: values.dataset,
    limit: values.limit === undefined ? null : count("--limit", values.limit),
    json: values.json ?? null,
    tune: values.tune,
    help: values.help,
  };
}

function count(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new TypeError(`${option} has ${text}; wanted a whole number from 1`);
}
