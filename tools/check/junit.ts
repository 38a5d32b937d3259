/** What a test runner counted. */
export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  /** Full names: `suite > test`. */
  readonly skipped: readonly string[];
}

interface TestCase {
  readonly name: string;
  state: "passed" | "failed" | "skipped";
}

const TAG = /<(\/?)([\w-]+)((?:\s+[\w:-]+\s*=\s*"[^"]*")*)\s*(\/?)>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  quot: '"',
  apos: "'",
};

/**
 * Reads a JUnit report as Bun, Deno and Node write it. Bun and Node nest suites;
 * Deno lists a suite beside its tests, which are named `suite > test`.
 */
export function readJunit(xml: string): TestReport {
  const cases: TestCase[] = [];
  const suites: string[] = [];
  for (const [, closing, tag, attributes = "", selfClosing] of xml.matchAll(TAG)) {
    const name = unescape(/\sname\s*=\s*"([^"]*)"/.exec(attributes)?.[1] ?? "");
    if (tag === "testsuite") {
      if (closing) suites.pop();
      else if (!selfClosing) suites.push(name);
    } else if (tag === "testcase" && !closing) {
      const path = [...suites.filter((suite) => !isFile(suite)), name];
      cases.push({ name: path.join(" > "), state: "passed" });
    } else if (tag === "skipped") {
      cases.at(-1)!.state = "skipped";
    } else if ((tag === "failure" || tag === "error") && !closing) {
      cases.at(-1)!.state = "failed";
    }
  }
  const tests = cases.filter(({ name }) =>
    !cases.some((other) => other.name.startsWith(`${name} > `))
  );
  return {
    passed: tests.filter(({ state }) => state === "passed").length,
    failed: tests.filter(({ state }) => state === "failed").length,
    skipped: tests.filter(({ state }) => state === "skipped").map(({ name }) => name),
  };
}

/** Adds up what several runners counted. */
export function sum(reports: readonly TestReport[]): TestReport {
  return {
    passed: reports.reduce((total, { passed }) => total + passed, 0),
    failed: reports.reduce((total, { failed }) => total + failed, 0),
    skipped: reports.flatMap(({ skipped }) => skipped),
  };
}

/** Bun and Deno have a suite for each file, named by its path. */
function isFile(suite: string): boolean {
  return /\.m?[jt]s$/.test(suite);
}

function unescape(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
