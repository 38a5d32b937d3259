import { search } from "../project/search.ts";
import type { Rule } from "../rules.ts";

const FOCUSED = /(?<![.\w$])(?:test|it|describe)\s*\.\s*(?:only|onlyIf|todo|todoIf)\b/g;

/** A test that is focused hides all others; one that is to be done proves nothing. */
export const noFocusedTests: Rule = {
  name: "no-focused-tests",
  check: (files) =>
    files.flatMap((file) =>
      search(
        file,
        "code",
        FOCUSED,
        (found) => `found ${found}; run one test with "bun test -t name"`,
      )
    ),
};
