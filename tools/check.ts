/**
 * Runs every check and every test, one line a step.
 *
 * ```sh
 * bun run check
 * bun tools/check.ts types lint
 * ```
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sum, type TestReport } from "./check/junit.ts";
import { nodeTests, packagePacks } from "./check/package_steps.ts";
import { softwareGpu } from "./check/software_gpu.ts";
import { format, generated, lint, rules, types } from "./check/static_steps.ts";
import type { Context, Outcome, Step } from "./check/step.ts";
import { bunTests, denoTests } from "./check/test_steps.ts";

const steps: readonly Step[] = [
  format,
  lint,
  types,
  rules,
  generated,
  softwareGpu,
  bunTests,
  denoTests,
  packagePacks,
  nodeTests,
];

const MAX_COLUMNS = 500;

const HELP = `bun tools/check.ts [--full] [STEP...]

Runs the steps named, or all of them:
${steps.map(({ name, about }) => `  ${name.padEnd(10)} ${about}`).join("\n")}

  --full     the long forms of tests as well (sets BICAMERAL_TEST=full)
  --help     this text
`;

async function main(args: readonly string[]): Promise<void> {
  const unknown = args.find((arg) =>
    !["--full", "--help"].includes(arg) && !steps.some(({ name }) => name === arg)
  );
  if (args.includes("--help") || unknown !== undefined) {
    if (unknown !== undefined) console.error(`No step or option "${unknown}".\n`);
    console.log(HELP);
    process.exitCode = unknown === undefined ? 0 : 2;
    return;
  }
  const scratch = mkdtempSync(join(tmpdir(), "bicameral-check-"));
  process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

  const names = args.filter((arg) => !arg.startsWith("--"));
  const chosen = steps.filter(({ name }) => names.length === 0 || names.includes(name));
  const context: Context = { scratch, full: args.includes("--full") };
  const outcomes: Outcome[] = [];
  for (const step of chosen) outcomes.push(await runStep(step, context));
  const failed = chosen.filter((_, index) => !outcomes[index]!.ok);
  printSummary(chosen.map(({ name }, index) => [name, outcomes[index]!]), failed);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

async function runStep(step: Step, context: Context): Promise<Outcome> {
  process.stdout.write(step.name.padEnd(10));
  const start = performance.now();
  const outcome = await step.run(context).catch((error): Outcome => ({
    ok: false,
    output: error instanceof Error ? error.message : String(error),
  }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6);
  const { tests } = outcome;
  const counts = tests === undefined ? "" : `  ${countLine(tests)}`;
  console.log(`${seconds} s  ${outcome.ok ? "ok" : "FAILED"}${counts}`);
  for (const note of outcome.notes ?? []) console.log(`  ${note}`);
  if (!outcome.ok) console.log(`\n${shorten(outcome.output)}\n\n${step.name}: ${step.remedy}\n`);
  return outcome;
}

function printSummary(
  outcomes: readonly (readonly [string, Outcome])[],
  failed: readonly Step[],
): void {
  const skippedIn = new Map<string, string[]>();
  for (const [step, { tests }] of outcomes) {
    for (const name of tests?.skipped ?? []) {
      skippedIn.set(name, [...skippedIn.get(name) ?? [], step]);
    }
  }
  console.log();
  for (const [name, where] of skippedIn) console.log(`skipped in ${where.join(", ")}: ${name}`);
  for (const { name, remedy } of failed) console.log(`failed: ${name}; ${remedy}`);
  console.log(
    countLine(sum(outcomes.flatMap(([, { tests }]) => tests === undefined ? [] : [tests]))),
  );
}

/** Cuts lines that nobody reads: a stack trace may quote a minified package whole. */
function shorten(output: string): string {
  return output.trimEnd().split("\n").map((line) =>
    line.length > MAX_COLUMNS ? `${line.slice(0, MAX_COLUMNS)}...` : line
  ).join("\n");
}

function countLine({ passed, failed, skipped }: TestReport): string {
  return `${passed} passed, ${failed} failed, ${skipped.length} skipped`;
}

await main(process.argv.slice(2));
