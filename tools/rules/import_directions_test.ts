import { expect, test } from "bun:test";
import { sourceFile } from "../project/source_file.ts";
import { importDirections } from "./import_directions.ts";

/** What the rule says about `path` having `source`. */
function judge(path: string, source: string): string[] {
  return importDirections.check([sourceFile(path, source)]).map(({ message }) => message);
}

test("importDirections lets the arrows of the architecture pass", () => {
  for (
    const [path, source] of [
      ["src/fusion/rrf.ts", 'import { a } from "./ranks.ts"; import { b } from "../errors.ts";'],
      ["src/memory/add.ts", 'import { a } from "../text/parts.ts"; import "../database.ts";'],
      ["src/memory/search.ts", 'import type { A } from "../retrieve/retriever.ts";'],
      ["src/memory/search.ts", 'import { type A } from "../embed/embedder.ts";'],
      ["src/serve/http.ts", 'import { a } from "../memory/memory.ts"; await import("elysia");'],
      ["src/serve/mcp.ts", 'await import("@modelcontextprotocol/server/stdio");'],
      ["backends/database/pglite.ts", 'import { PGlite } from "@electric-sql/pglite/worker";'],
      ["backends/database/pglite.ts", 'import "node:fs"; import "../thread/thread.ts";'],
      ["backends/cli/main.ts", 'import "../database/pglite.ts"; import "../../mod.ts";'],
      ["backends/cli/bench.ts", 'import { ndcg } from "../../src/evaluate/ndcg.ts";'],
      ["backends/node.ts", 'import "./database/pglite.ts"; import "./inference/ort_node.ts";'],
      ["mod.ts", 'export * from "./src/errors.ts"; export * from "./backends/node.ts";'],
      ["src/fusion/rrf_test.ts", 'import "bun:test"; import "../../backends/database/pglite.ts";'],
      ["src/database_contract.ts", 'import "bun:test"; import fc from "fast-check";'],
      ["bench/quality/main.ts", 'import "./metrics.ts"; import "../../mod.ts"; import "lancedb";'],
      ["examples/quickstart/quickstart.ts", 'import "bicameral"; import "../../mod.ts";'],
    ] as const
  ) expect([path, source, judge(path, source)]).toEqual([path, source, []]);
});

test("importDirections stops everything else", () => {
  for (
    const [path, source, message] of [
      ["src/fusion/rrf.ts", 'import "../text/parts.ts";', "src/fusion may not import src/text/p"],
      ["src/fusion/rrf.ts", 'import type { A } from "../database.ts";', "may not import src/dat"],
      ["src/text/stem.ts", 'import "snowball";', "may not import the package snowball"],
      ["src/evaluate/ndcg.ts", 'import "../fusion/rrf.ts";', "src/evaluate may not import src/f"],
      ["src/memory/search.ts", 'import "../evaluate/ndcg.ts";', "may not import src/evaluate"],
      ["src/retrieve/dense.ts", 'import { a } from "../memory/a.ts";', 'by "import type" only'],
      ["src/memory/add.ts", 'import "../../backends/node.ts";', "may not import backends/node.ts"],
      ["src/memory/add.ts", 'import type { PGlite } from "@electric-sql/pglite";', "the package"],
      ["src/retrieve/a.ts", 'import type { A } from "../serve/http.ts";', "may not import src/s"],
      ["src/serve/http.ts", 'import "../retrieve/retriever.ts";', "may not import src/retrieve"],
      ["src/config.ts", 'import "./memory/memory.ts";', 'by "import type" only'],
      ["backends/inference/ort_web.ts", 'import "../database/pglite.ts";', "may not import back"],
      ["backends/files/tail.ts", 'await import("../cli/main.ts");', "may not import backends/cli"],
      ["backends/database/pglite.ts", 'import "onnxruntime-web";', "it may import @electric-sql"],
      ["backends/models/hub.ts", 'import "../../mod.ts";', "may not import mod.ts"],
      ["mod.ts", 'import "./bench/quality/metrics.ts";', "nothing imports the bench"],
      ["tools/check.ts", 'import "../bench/speed/main.ts";', "nothing imports the bench"],
      ["src/memory/add.ts", 'import "../database_contract.ts";', "only tests import tests"],
      ["src/memory/add.ts", 'import "../../testing/fake.ts";', "only tests import tests"],
      ["elsewhere/a.ts", 'import "../mod.ts";', "no area"],
    ] as const
  ) {
    expect([path, source, judge(path, source)])
      .toEqual([path, source, [expect.stringContaining(message)]]);
  }
});
