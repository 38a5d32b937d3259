import { parseArgs } from "node:util";

/** What can be measured by itself, in the order of a full run. */
export const PARTS = [
  "embed",
  "query",
  "open",
  "add",
  "elevate",
  "search",
  "spaces",
  "words",
  "recall",
] as const;
export type Part = typeof PARTS[number];

/** What the bench is asked to do. */
export interface Options {
  readonly parts: readonly Part[];
  readonly rounds: number;
  /** Sizes of the stores that are searched, in memories. */
  readonly sizes: readonly number[];
  /** A folder in BEIR form; null for the default. */
  readonly dataset: string | null;
  /** The folder of a model of 1024 dimensions; null for a stand-in. */
  readonly large: string | null;
  /** Where the JSON goes as well. */
  readonly json: string | null;
  readonly markdown: boolean;
  readonly help: boolean;
}

const MIN_ROUNDS = 5;

export const HELP: string = `bun run bench:speed [options]

Measures Bicameral against its comparators and prints a table of figures, ratios and aims.
Writes latest.json and speed.svg into bench/speed/results (a run of some parts: partial.json and
partial.svg). About 30 minutes on 2 cores; the machine should have nothing else to do.

  --only PARTS     some of ${PARTS.join(",")}
  --rounds N       alternating rounds, default ${MIN_ROUNDS}; fewer are for trying out
  --sizes LIST     memories in the stores that are searched, default 1000,10000,50000
  --dataset DIR    a folder with corpus.jsonl and queries.jsonl in BEIR form
                   default: ../shared/data/locomo, else the quickstart's conversation
  --large DIR      a model of 1024 dimensions with CLS pooling, to elevate memories with
                   default: a stand-in that is made for the run, and no aim
  --json FILE      write the JSON there too
  --markdown       print the table as Markdown
  --help           this text
`;

/** Throws a `TypeError` that says what was wanted. */
export function parseOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: "string" },
      rounds: { type: "string", default: String(MIN_ROUNDS) },
      sizes: { type: "string", default: "1000,10000,50000" },
      dataset: { type: "string" },
      large: { type: "string" },
      json: { type: "string" },
      markdown: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    parts: values.only === undefined ? PARTS : values.only.split(",").map(part),
    rounds: count("--rounds", values.rounds),
    sizes: values.sizes.split(",").map((size) => count("--sizes", size)),
    dataset: values.dataset ?? null,
    large: values.large ?? null,
    json: values.json ?? null,
    markdown: values.markdown,
    help: values.help,
  };
}

function part(name: string): Part {
  const found = PARTS.find((known) => known === name);
  if (found === undefined) {
    throw new TypeError(`--only has ${name}; wanted ${PARTS.join(", ")}`);
  }
  return found;
}

function count(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new TypeError(`${option} has ${text}; wanted a whole number from 1`);
}
