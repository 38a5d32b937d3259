import { expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { namedDependencies } from "./named_dependencies.ts";

const manifest = sourceFile(
  "package.json",
  JSON.stringify({
    dependencies: { "@a/b": "1.0.0", c: "1.0.0" },
    devDependencies: { d: "1.0.0" },
  }),
);

function judge(readme: string): string[] {
  return namedDependencies.check([manifest, sourceFile("README.md", readme)])
    .map(({ message }) => message.split(";")[0]!);
}

test("namedDependencies finds rows that are missing and rows that are left over", () => {
  expect(
    judge(
      "# A\n\n| `e` | f |\n\n## Dependencies\n\n| package | why |\n|---|---|\n| `c` | g |\n| `h` | |",
    ),
  )
    .toEqual([
      "@a/b is in package.json and not in the table of dependencies",
      "d is in package.json and not in the table of dependencies",
      "h is in the table of dependencies and not in package.json",
    ]);
});

test("namedDependencies reads links, versions and several names in one cell", () => {
  expect(
    judge(
      "## Dependencies\n| [`@a/b`](https://x) 1.0.0 | |\n| `c`, `d@1.0.0` | |\n## B\n| `e` | |",
    ),
  )
    .toEqual([]);
});

test("namedDependencies asks for a README and for its table", () => {
  expect(namedDependencies.check([manifest])).toHaveLength(1);
  expect(judge("# A")).toHaveLength(1);
});
