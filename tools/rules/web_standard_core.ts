import { search } from "../project/search.ts";
import { isTest } from "../project/source_file.ts";
import type { Finding, Rule } from "../rules.ts";

/** What a browser has not. `process` only where a member of it is asked for. */
const RUNTIME =
  /(?<![.\w$])(?:(?:Bun|Deno|Buffer|NodeJS|__dirname|__filename)\b|process(?=\s*(?:\.|\?\.|\[))|(?:require)(?=\s*\())|\bglobalThis\s*\??\.\s*(?:Bun|Deno|Buffer|process)\b/g;

/**
 * The core runs in a browser tab as it does on a server: `src/` uses what the Web
 * standards give, and `backends/` hands it the rest.
 */
export const webStandardCore: Rule = {
  name: "web-standard-core",
  check: (files) =>
    files.filter(({ path }) => path.startsWith("src/") && !isTest(path)).flatMap((file) => [
      ...file.imports.filter(({ specifier }) => /^(?:node:|bun(?:$|:))/.test(specifier))
        .map(({ specifier, line }): Finding => ({
          path: file.path,
          line,
          message:
            `src runs in browsers too, found an import of ${specifier}; move it to backends/`,
        })),
      ...search(
        file,
        "code",
        RUNTIME,
        (found) => `src runs in browsers too, found ${found}; move it to backends/`,
      ),
    ]),
};
