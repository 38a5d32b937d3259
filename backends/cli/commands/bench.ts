import { spread } from "../../../src/evaluate/spread.ts";
import { BicameralError, type ErrorCode } from "../../../src/errors.ts";
import { checkCount, invalid } from "../../../src/memory/checks.ts";
import { askStore, setsOf } from "../bench/ask_store.ts";
import { configurations, FUSION_CHOICES } from "../bench/configurations.ts";
import { readGolden } from "../bench/golden_file.ts";
import { measure } from "../bench/measure.ts";
import { findRelevant } from "../bench/relevant_memories.ts";
import { figuresJson, figuresTable } from "../bench/report.ts";
import { verdict } from "../bench/verdict.ts";
import type { Command, Context } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import type { Reject } from "../importer.ts";
import { openSource } from "../import_source.ts";
import type { Io } from "../io.ts";
import { progressBar } from "../progress.ts";
import { styleOf } from "../style.ts";
import { counted } from "../words.ts";

/** `bicameral bench` */
export const bench: Command = {
  name: "bench",
  summary: "measures which search settings answer your own questions best",
  usage: "--golden FILE|-",
  details: `A line of the file holds a question and the memories that answer it, as JSON:
{"query": ..., "relevant": ["<id>", ...], "namespace"?, "metadata"?}. relevant may also grade them,
{"<id>": 2, "<id>": 1}, or name memories by what their metadata contain,
[{"metadata": {"turn": "s04:22"}, "grade"?: 2}]. Parts of one document count as one.

Each setting is asked every question. The table says how well it answers, how often better, alike
or worse than the default, how likely chance alone gives such a difference (p, by a permutation
test), and how long a search takes. An answer that the store does not have can't be found, and
would count against every setting: it is told by its line, and nothing is asked.`,
  options: {
    golden: { value: "FILE", about: "the questions; - for standard input" },
    k: { value: "NUMBER", about: "hits that count, 1 to 100 (default: 10)" },
    retrievers: {
      value: "SETS",
      about: "such as lexical,dense384+lexical (default: each of the store's, and all together)",
    },
    fusion: {
      value: "LIST",
      about: `how sets of several are fused (default: ${FUSION_CHOICES.join(",")})`,
    },
    limit: { value: "NUMBER", about: "so many questions, from all over the file (default: all)" },
  },
  run: runBench,
};

async function runBench({ args, io, open, reply }: Context): Promise<number> {
  args.exactly();
  const path = args.text("golden");
  if (path === undefined) throw new UsageError("Wanted --golden FILE.");
  const k = checkCount("k", args.number("k") ?? 10, 1, 100);
  const limit = args.number("limit") ?? Infinity;
  if (limit !== Infinity) checkCount("limit", limit, 1, MAX_LIMIT);
  const fusion = args.text("fusion")?.split(",") ?? FUSION_CHOICES;
  const sets = args.text("retrievers")?.split(",");
  // What is wrong is refused before a store is opened.
  configurations({ retrievers: sets ?? [], fusion });
  const { lines, rejects } = await readGolden((await openSource(path, io)).read());
  await refuse(rejects, io, "INVALID_INPUT", "Nothing was asked: some lines hold no question.");
  if (lines.length === 0) invalid("There is no question to ask.");

  const store = await open();
  const { queries, unknown } = await findRelevant(store, spread(lines, limit), io.signal);
  await refuse(unknown, io, "NOT_FOUND", "Nothing was asked: the store lacks some answers.");

  const table = configurations({ retrievers: sets ?? await setsOf(store), fusion });
  const total = table.length * queries.length;
  const bar = progressBar({ label: "Asking", total, stream: io.stderr });
  const asked = askStore(store, k);
  const measured = await measure(table, queries, asked.by, {
    k,
    warmUp: WARM_UP,
    signal: io.signal,
    onProgress: (done) => bar.update(done),
  }).finally(() => bar.end());

  const { bold } = styleOf(io.stdout);
  await reply(
    { ...figuresJson(measured), left_out: Object.fromEntries(asked.leftOut) },
    [
      `${counted(queries.length, "question")}; figures × 100; wins and p against the default\n`,
      `${figuresTable(measured, { title: bold })}\n`,
      bold(verdict(measured).sentence),
      ...[...asked.leftOut].map(([name, why]) => `${name} was left out: ${why}`),
    ].join("\n"),
  );
  return EXIT.ok;
}

const MAX_LIMIT = 1_000_000;
/** Enough to load the model and plan the statements; whoever waits has few questions. */
const WARM_UP = 10;

/** Tells every line, then fails, where there are any. */
async function refuse(
  rejects: readonly Reject[],
  { stderr }: Io,
  code: ErrorCode,
  message: string,
): Promise<void> {
  for (const { line, error } of rejects) await stderr.write(`line ${line}: ${error}\n`);
  if (rejects.length > 0) throw new BicameralError(code, message);
}
