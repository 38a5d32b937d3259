import type { SourceFile } from "./project/source_file.ts";
import { fileNames } from "./rules/file_names.ts";
import { fileSizes } from "./rules/file_sizes.ts";
import { importDirections } from "./rules/import_directions.ts";
import { lazyPackages } from "./rules/lazy_packages.ts";
import { namedDependencies } from "./rules/named_dependencies.ts";
import { noFocusedTests } from "./rules/no_focused_tests.ts";
import { noMachineNames } from "./rules/no_machine_names.ts";
import { noSuppressions } from "./rules/no_suppressions.ts";
import { pinnedDependencies } from "./rules/pinned_dependencies.ts";
import { webStandardCore } from "./rules/web_standard_core.ts";

/** What a rule found, and where. */
export interface Finding {
  readonly path: string;
  /** From 1; null where the file as a whole is meant. */
  readonly line: number | null;
  /** What was found and what was wanted. */
  readonly message: string;
  /** Said, but nothing fails because of it. */
  readonly warning?: boolean;
}

/** A rule that every file of the project keeps; its file in `rules/` says why. */
export interface Rule {
  readonly name: string;
  check(files: readonly SourceFile[]): Finding[];
}

export const rules: readonly Rule[] = [
  fileNames,
  fileSizes,
  importDirections,
  lazyPackages,
  namedDependencies,
  noFocusedTests,
  noMachineNames,
  noSuppressions,
  pinnedDependencies,
  webStandardCore,
];

/** A finding as one line: `src/a.ts:3: [rule] message`. */
export function format(rule: Rule, { path, line, message, warning }: Finding): string {
  return `${path}${line === null ? "" : `:${line}`}: [${rule.name}] ${
    warning ? "warning: " : ""
  }${message}`;
}
