import { search } from "../project/search.ts";
import type { Rule } from "../rules.ts";

/** Comments that silence a compiler or linter. */
const COMMENT =
  /(?:\/\/|\/\*|^\s*\*)\s*(?:@ts-(?:ignore|expect-error|nocheck)|deno-lint-ignore|eslint-disable|biome-ignore|oxlint-disable)[\w-]*/gm;

/** `any` where a type is wanted: behind `:`, `as`, `<`, `|` and the like, or before `[]`, `>`. */
const ANY =
  /(?:[:<|\&=([,]|=>|\b(?:as|extends|satisfies|keyof|readonly|is))\s*any\b(?!\s*(?:[:(?.=]|=>))/g;

/** What does not pass the compiler and the linter is changed, not excused. */
export const noSuppressions: Rule = {
  name: "no-suppressions",
  check: (files) =>
    files.flatMap((file) => [
      ...search(
        file,
        "comments",
        COMMENT,
        (found) => `found "${found}"; change the code that the compiler or linter complains of`,
      ),
      ...search(file, "code", ANY, () =>
        `found the type any; wanted unknown, a type or a type parameter`),
    ]),
};
