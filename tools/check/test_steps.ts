import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../project/files.ts";
import { run } from "../project/run.ts";
import { readJunit } from "./junit.ts";
import { deno } from "./static_steps.ts";
import type { Context, Outcome, Step } from "./step.ts";

/** Of one test: models are loaded and processes killed in some. Bun's own default is 5 s. */
const TIMEOUT_MS = 60_000;

export const bunTests: Step = {
  name: "bun",
  about: "all tests under Bun",
  remedy: `run: bun test --timeout ${TIMEOUT_MS} FILE`,
  run: (context) =>
    runTests(context, {
      name: "bun",
      command: (report) => [
        process.execPath,
        "test",
        `--timeout=${TIMEOUT_MS}`,
        "--only-failures",
        "--reporter=junit",
        `--reporter-outfile=${report}`,
      ],
    }),
};

export const denoTests: Step = {
  name: "deno",
  about: "the same tests under Deno",
  remedy: "run: bun run deno test --allow-all --no-check FILE",
  run: (context) =>
    runTests(context, {
      name: "deno",
      command: (report) => [
        deno,
        "test",
        "--allow-all",
        "--no-check",
        "--reporter=dot",
        `--junit-path=${report}`,
      ],
      failuresAt: " ERRORS ",
    }),
};

/** A program that runs tests and writes a JUnit report. */
interface Runner {
  readonly name: string;
  /** The command that writes its report to a path. */
  readonly command: (report: string) => [string, ...string[]];
  /** What it writes ahead of the failures, behind a line for each test. */
  readonly failuresAt?: string;
  readonly cwd?: string;
}

/** Runs the tests, and counts them by the runner's report. */
export async function runTests(
  { scratch, full }: Context,
  { name, command, failuresAt, cwd = root }: Runner,
): Promise<Outcome> {
  const report = join(scratch, `${name}.xml`);
  const env: Record<string, string> = full ? { BICAMERAL_TEST: "full" } : {};
  const { ok, output } = await run(command(report), { cwd, env });
  const tests = readJunit(existsSync(report) ? readFileSync(report, "utf8") : "");
  const failures = failuresAt === undefined ? 0 : Math.max(output.lastIndexOf(failuresAt), 0);
  if (ok && tests.passed > 0 && tests.failed === 0) return { ok: true, output, tests };
  return {
    ok: false,
    output: `${output.slice(failures)}${tests.passed > 0 ? "" : "No test passed.\n"}`,
    // A runner that fails without a failed test broke down outside of one: that counts as one.
    tests: { ...tests, failed: Math.max(tests.failed, 1) },
  };
}
