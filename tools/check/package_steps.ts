import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../project/files.ts";
import { run } from "../project/run.ts";
import { compileTests, installPackage, leaveOutAddon } from "./consumer.ts";
import { findProblems } from "./package_contents.ts";
import type { Context, Outcome, Step } from "./step.ts";
import { runTests } from "./test_steps.ts";

export const packagePacks: Step = {
  name: "package",
  about: "the package builds, packs, and holds what it should",
  remedy: "run: bun run build, then: npm pack --dry-run",
  run: packOnce,
};

export const nodeTests: Step = {
  name: "node",
  about: "a smoke test and the tests of src/ and backends/ under Node, from the packed package",
  remedy: "see tools/check/consumer.ts for how these tests are laid out",
  run: async (context) => {
    const packed = await packOnce(context);
    const tarball = readdirSync(context.scratch).find((name) => name.endsWith(".tgz"));
    if (tarball === undefined) {
      return { ok: false, output: `There is no package to test.\n${packed.output}` };
    }
    const folder = join(context.scratch, "consumer");
    const installed = await installPackage(join(context.scratch, tarball), folder);
    if (!installed.ok) return installed;
    const files = [leaveOutAddon(folder), ...await compileTests(folder)];
    return runTests(context, {
      name: "node",
      command: (report) => [
        "node",
        "--test",
        // Files side by side: most of them wait for processes and threads.
        "--test-concurrency=2",
        "--test-reporter=spec",
        "--test-reporter-destination=stdout",
        "--test-reporter=junit",
        `--test-reporter-destination=${report}`,
        ...files,
      ],
      failuresAt: "failing tests:",
      cwd: folder,
    });
  },
};

let packing: Promise<Outcome> | undefined;

/** Two steps want the package; whichever comes first makes it. */
function packOnce(context: Context): Promise<Outcome> {
  packing ??= pack(context);
  return packing;
}

/** What `npm pack --json` says, as far as it is read here. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

async function pack({ scratch }: Context): Promise<Outcome> {
  const built = await run([process.execPath, "tools/build.ts"]);
  if (!built.ok) return built;
  const { ok, output } = await run(
    [
      "npm",
      "pack",
      "--json",
      "--ignore-scripts",
      "--loglevel=error",
      "--pack-destination",
      scratch,
    ],
  );
  if (!ok) return { ok, output };
  const [packed] = JSON.parse(output.slice(output.indexOf("["))) as [Packed];
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const problems = findProblems(manifest, packed.files.map(({ path }) => path));
  return {
    ok: problems.length === 0,
    output: problems.map((problem) => `${problem}\n`).join(""),
    notes: [
      `${packed.filename}: ${megabytes(packed.size)} MB packed, ` +
      `${megabytes(packed.unpackedSize)} MB unpacked, ${packed.files.length} files`,
    ],
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
