/** How well what is found answers the question: see README.md. */
import process from "node:process";
import { modelSource } from "./data/models.ts";
import { benchFairVotes } from "./fair_votes/bench.ts";
import { benchHybrid } from "./hybrid/bench.ts";
import { HELP, type Options, parseOptions } from "./options.ts";
import { stsLine, stsSpearman } from "./sts/run.ts";

const options = read();
if (options.help) process.stdout.write(HELP);
else await run(options);

function read(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
    return process.exit(2);
  }
}

async function run(options: Options): Promise<void> {
  const { datasets, small, large, sts } = options;
  if (sts !== null) {
    const source = await modelSource(small);
    const figure = await stsSpearman(sts, source);
    process.stdout.write(`${stsLine(source.model.id, figure)}\n`);
  }
  if (datasets.length === 0) return;
  if (large === null) await benchHybrid(options);
  else await benchFairVotes(options, large);
}
