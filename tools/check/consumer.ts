import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { listFiles, root } from "../project/files.ts";
import { type Run, run } from "../project/run.ts";
import { isTest } from "../project/source_file.ts";
import { tsc } from "../project/tsc.ts";

/** What the tests import besides the package itself. */
const TEST_PACKAGES = ["expect", "fast-check"];

/** What is tested under Node. */
const TESTED = /^(?:mod|(?:src|backends|migrations|wasm)\/.*)_test\.ts$/;

/** Makes a user's project in `folder` that has the packed package and what tests need. */
export async function installPackage(tarball: string, folder: string): Promise<Run> {
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const dependencies = {
    bicameral: `file:${tarball}`,
    ...Object.fromEntries(TEST_PACKAGES.map((name) => [name, devDependencies[name]])),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  const quiet = ["--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
  return await run(["npm", "install", "--omit=dev", "--prefer-offline", ...quiet], {
    cwd: folder,
    // A download of CUDA libraries, which nothing here asks for.
    env: { ONNXRUNTIME_NODE_INSTALL: "skip" },
  });
}

/**
 * Compiles the tests into the installed package, beside the files that they test, so
 * that their relative imports reach what was packed. Returns the files to run.
 */
export async function compileTests(folder: string): Promise<string[]> {
  const compiled = join(folder, "compiled");
  const dist = join(folder, "node_modules", "bicameral", "dist");
  // Type errors are told by another step; what was emitted is run all the same.
  await run(tsc("-p", "tsconfig.tests.json", "--outDir", compiled));
  const files = listFiles();
  const shim = join(dist, "testing", "bun_test.js");
  for (const path of files.filter(isTestOnly)) {
    const script = path.replace(/\.ts$/, ".js");
    const target = join(dist, script);
    mkdirSync(dirname(target), { recursive: true });
    if (script === path) cpSync(join(root, path), target);
    else {
      const text = readFileSync(join(compiled, script), "utf8");
      const specifier = relative(dirname(target), shim);
      writeFileSync(target, text.replaceAll('"bun:test"', `"./${specifier}"`));
    }
  }
  cpSync(join(root, "testing", "node_smoke.mjs"), join(folder, "node_smoke.mjs"));
  const tests = files.filter((path) => TESTED.test(path));
  return ["node_smoke.mjs", ...tests.map((path) => join(dist, path.replace(/\.ts$/, ".js")))];
}

/**
 * A copy of the user's project in which the optional addon is missing, as on a
 * machine that has no build of it. Returns the test to run in it.
 */
export function leaveOutAddon(folder: string): string {
  const bare = `${folder}_without_addon`;
  const packages = join(bare, "node_modules");
  mkdirSync(packages, { recursive: true });
  for (const name of readdirSync(join(folder, "node_modules"))) {
    const [from, to] = [join(folder, "node_modules", name), join(packages, name)];
    // What is linked to is resolved where it lies, beside the addon: the package is copied.
    if (name === "bicameral") cpSync(from, to, { recursive: true });
    else if (name !== "onnxruntime-node") symlinkSync(from, to);
  }
  const test = join(bare, "node_without_addon.mjs");
  cpSync(join(root, "testing", "node_without_addon.mjs"), test);
  return test;
}

/** Tests and what they need, data included: what the package leaves out. */
function isTestOnly(path: string): boolean {
  if (!/^(?:mod_test\.ts$|(?:src|backends|migrations|wasm|testing|examples)\/)/.test(path)) {
    return false;
  }
  return isTest(path) || !path.endsWith(".ts");
}
