import { findOutdated } from "../generate.ts";
import { run } from "../project/run.ts";
import { readProject } from "../project/source_file.ts";
import { tsc } from "../project/tsc.ts";
import { format as formatFinding, rules as allRules } from "../rules.ts";
import type { Step } from "./step.ts";

/** Deno as package.json pins it. */
export const deno = "node_modules/.bin/deno";

export const format: Step = {
  name: "format",
  about: "deno fmt",
  remedy: "run: bun run fmt",
  run: () => run([deno, "fmt", "--check"]),
};

export const lint: Step = {
  name: "lint",
  about: "deno lint",
  remedy: "change the lines named above; bun run lint --fix changes some of them",
  run: () => run([deno, "lint"]),
};

export const types: Step = {
  name: "types",
  about: "tsc over everything, and over the core with the Web's types alone",
  remedy: "change the lines named above",
  run: async () => {
    const all = await run(tsc("-p", "."));
    const core = await run(tsc("-p", "tsconfig.core.json"));
    return {
      ok: all.ok && core.ok,
      output: all.output + (core.ok ? "" : `With the Web's types alone:\n${core.output}`),
    };
  },
};

export const rules: Step = {
  name: "rules",
  about: "the project's own rules: tools/rules/",
  remedy: "change the lines named above; each rule's file in tools/rules/ says why it is one",
  run: async () => {
    const files = readProject();
    const found = allRules.flatMap((rule) =>
      rule.check(files).map((finding) => ({ ...finding, line: formatFinding(rule, finding) }))
    );
    const errors = found.filter(({ warning }) => !warning);
    return {
      ok: errors.length === 0,
      output: errors.map(({ line }) => `${line}\n`).join(""),
      notes: found.filter(({ warning }) => warning).map(({ line }) => line),
    };
  },
};

export const generated: Step = {
  name: "generated",
  about: "generated files are what they would be made to: tools/generate.ts",
  remedy: "run: bun run generate",
  run: async () => {
    const outdated = await findOutdated();
    const output = outdated.map((path) => `${path} is out of date\n`).join("");
    return { ok: outdated.length === 0, output };
  },
};
