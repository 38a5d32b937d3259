import { findManifests } from "../project/manifest.ts";
import type { Finding, Rule } from "../rules.ts";

/** Every direct dependency is named in the README's table, with what it is for and its licence. */
export const namedDependencies: Rule = {
  name: "named-dependencies",
  check: (files) => {
    const manifest = findManifests(files).find(({ path }) => path === "package.json");
    const names = Object.keys(manifest?.dependencies ?? {});
    const path = "README.md";
    const readme = files.find((file) => file.path === path);
    if (readme === undefined) {
      return [{ path, line: null, message: "missing; it names every dependency in a table" }];
    }
    const table = tableUnder(readme.text, /dependenc/i);
    if (table.length === 0) {
      const message = 'no table under a heading "Dependencies"; it names every dependency';
      return [{ path, line: null, message }];
    }
    return [
      ...names.filter((name) => !table.includes(name)).map((name): Finding => ({
        path,
        line: null,
        message: `${name} is in package.json and not in the table of dependencies; add a row`,
      })),
      ...table.filter((name) => !names.includes(name)).map((name): Finding => ({
        path,
        line: null,
        message: `${name} is in the table of dependencies and not in package.json; drop its row`,
      })),
    ];
  },
};

/** The packages in the first column of the tables under a heading, as `name` or `name@version`. */
function tableUnder(markdown: string, heading: RegExp): string[] {
  const names: string[] = [];
  let under = false;
  for (const line of markdown.split("\n")) {
    if (/^#+ /.test(line)) under = heading.test(line);
    const cell = under ? /^\|([^|]*)\|/.exec(line)?.[1] ?? "" : "";
    for (const [, name] of cell.matchAll(/`([^`]+)`/g)) names.push(name!.replace(/(?<=.)@.*/, ""));
  }
  return names;
}
