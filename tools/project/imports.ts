import { lineAt } from "./mask.ts";

/** One import or re-export of a module. */
export interface Import {
  readonly specifier: string;
  /** From 1. */
  readonly line: number;
  /** `import type`, `export type`: gone when the program runs. */
  readonly typeOnly: boolean;
  /** `import(…)` or `require(…)`: loaded when it is reached. */
  readonly dynamic: boolean;
}

const STATIC =
  /(?<![.\w$])(?:import|export)\b(?:\s*(type)\b(?!\s*(?:,|from\b)))?(?:(?:(?!\b(?:import|export)\b)[\w$*{},\s])*?\bfrom)?\s*(["'])/g;
const DYNAMIC = /(?<![.\w$])(?:import|require)\s*\(\s*(["'`])/g;

/** Finds the imports of a module. `code` is its masked `source`. */
export function findImports(source: string, code: string): Import[] {
  const found: (Import & { at: number })[] = [];
  function add(match: RegExpExecArray, quote: string, typeOnly: boolean, dynamic: boolean): void {
    const start = match.index + match[0].length;
    const specifier = source.slice(start, code.indexOf(quote, start));
    found.push({ specifier, line: lineAt(source, start), typeOnly, dynamic, at: match.index });
  }
  for (const match of code.matchAll(STATIC)) add(match, match[2]!, match[1] !== undefined, false);
  for (const match of code.matchAll(DYNAMIC)) add(match, match[1]!, false, true);
  return found.sort((a, b) => a.at - b.at).map(({ at: _, ...rest }) => rest);
}

/** The package of a bare specifier (`@scope/name/file` gives `@scope/name`), else null. */
export function packageOf(specifier: string): string | null {
  if (/^(?:[./]|[a-z]+:)/.test(specifier)) return null;
  return specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
}
