import { expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { pinnedDependencies } from "./pinned_dependencies.ts";

function judge(manifest: unknown): string[] {
  const file = sourceFile("package.json", JSON.stringify(manifest));
  return pinnedDependencies.check([file]).map(({ message }) => message.split(";")[0]!);
}

test("pinnedDependencies finds ranges, tags and addresses in every kind of dependency", () => {
  expect(judge({
    dependencies: { a: "^1.0.0", b: "1.0.0" },
    optionalDependencies: { c: "latest", d: "1.0.0-rc.1" },
    devDependencies: { e: "git+ssh://f", g: "1" },
  })).toEqual(['a is "^1.0.0"', 'c is "latest"', 'e is "git+ssh://f"', 'g is "1"']);
});
