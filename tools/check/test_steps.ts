import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles, root } from "../project/files.ts";
import { run } from "../project/run.ts";
import { readJunit, sum } from "./junit.ts";
import { deno } from "./static_steps.ts";
import type { Context, Outcome, Step } from "./step.ts";

/** Of one test: models are loaded and processes killed in some. Bun's own default is 5 s. */
const TIMEOUT_MS = 60_000;

export const bunTests: Step = {
  name: "bun",
  about: "all tests under Bun",
  remedy: `run: bun test --timeout ${TIMEOUT_MS} FILE`,
  run: (context) =>
    runSideBySide(context, "bun", (report, files) => [
      process.execPath,
      "test",
      `--timeout=${TIMEOUT_MS}`,
      "--only-failures",
      "--reporter=junit",
      `--reporter-outfile=${report}`,
      ...files,
    ]),
};

export const denoTests: Step = {
  name: "deno",
  about: "the same tests under Deno",
  remedy: "run: bun run deno test --allow-all --no-check FILE",
  run: (context) =>
    runSideBySide(context, "deno", (report, files) => [
      deno,
      "test",
      "--allow-all",
      "--no-check",
      "--reporter=dot",
      `--junit-path=${report}`,
      ...files,
    ], " ERRORS "),
};

/** Runners side by side: most tests wait for processes and threads. */
const RUNNERS = 2;

/**
 * Deals the test files out to runners, which are processes of their own: tests change
 * environment variables.
 */
async function runSideBySide(
  context: Context,
  name: string,
  command: (report: string, files: readonly string[]) => [string, ...string[]],
  failuresAt?: string,
): Promise<Outcome> {
  const files = listFiles().filter((path) => /_test\.ts$/.test(path))
    .filter((path) => path !== "testing/bun_test.ts").map((path) => `./${path}`);
  const outcomes = await Promise.all(
    Array.from({ length: RUNNERS }, (_, runner) =>
      runTests(context, {
        name: `${name}_${runner + 1}`,
        command: (report) => command(report, files.filter((_, i) => i % RUNNERS === runner)),
        ...failuresAt !== undefined && { failuresAt },
      })),
  );
  return {
    ok: outcomes.every(({ ok }) => ok),
    output: outcomes.filter(({ ok }) => !ok).map(({ output }) => output).join("\n"),
    tests: sum(outcomes.flatMap(({ tests }) => tests === undefined ? [] : [tests])),
  };
}

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
