/**
 * Compiles the package to `dist/`, which mirrors the checkout: `dist/mod.js`, `dist/src/`,
 * `dist/backends/` and so on.
 *
 * ```sh
 * bun run build
 * ```
 */
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project/files.ts";
import { run } from "./project/run.ts";
import { tsc } from "./project/tsc.ts";

const dist = join(root, "dist");

/** Compiles; ends the build with the compiler's words where it does not. */
async function compile(): Promise<void> {
  rmSync(dist, { recursive: true, force: true });
  const { ok, output } = await run(tsc("-p", "tsconfig.build.json"));
  if (ok) return;
  console.error(`The package does not compile:\n${output}`);
  process.exit(1);
}

/**
 * Makes the empty database that new stores begin as: creating one takes seconds,
 * copying it a fraction.
 */
async function makeTemplate(): Promise<void> {
  const { buildTemplate, templateName, writeTemplate } = await import(
    "../backends/database/template.ts"
  );
  writeTemplate(join(dist, "template", templateName()), await buildTemplate());
}

/** Lets a shell run the command line as it is. */
function makeExecutable(): void {
  const main = join(dist, "backends", "cli", "main.js");
  if (!existsSync(main)) return;
  const script = readFileSync(main, "utf8").replace(/^#!.*\n/, "");
  writeFileSync(main, `#!/usr/bin/env node\n${script}`);
  chmodSync(main, 0o755);
}

await compile();
await makeTemplate();
makeExecutable();
console.log("dist/ is built; pack it with: npm pack");
