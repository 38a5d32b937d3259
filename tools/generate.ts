/**
 * Writes the files that are made from others, or with `--check` says which of them are out of date.
 *
 * ```sh
 * bun run generate
 * bun run generate --check
 * ```
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiList } from "./generate/api.ts";
import { migrationsModule } from "./generate/migrations.ts";
import { root } from "./project/files.ts";

/** Generated files by path, in the order they depend on each other, and how each is made. */
const generators: Readonly<Record<string, () => string | Promise<string>>> = {
  "migrations/mod.ts": () => migrationsModule(join(root, "migrations")),
  "api.txt": apiList,
};

/** Paths of generated files that are not what they would be made to. */
export async function findOutdated(): Promise<string[]> {
  const outdated: string[] = [];
  for (const [path, generate] of Object.entries(generators)) {
    if (await generate() !== current(path)) outdated.push(path);
  }
  return outdated;
}

function current(path: string): string | null {
  const absolute = join(root, path);
  return existsSync(absolute) ? readFileSync(absolute, "utf8") : null;
}

async function main(args: readonly string[]): Promise<void> {
  if (args.includes("--check")) {
    const outdated = await findOutdated();
    for (const path of outdated) console.error(`${path} is out of date; run: bun run generate`);
    process.exitCode = outdated.length === 0 ? 0 : 1;
    return;
  }
  for (const [path, generate] of Object.entries(generators)) {
    const text = await generate();
    const changed = text !== current(path);
    if (changed) writeFileSync(join(root, path), text);
    console.log(`${path} ${changed ? "written" : "is up to date"}`);
  }
}

if (import.meta.main) await main(process.argv.slice(2));
