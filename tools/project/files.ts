import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The root of the checkout, with a slash at its end. */
export const root: string = new URL("../../", import.meta.url).pathname;

/**
 * Paths of the project's own files, relative to the root and sorted: what git
 * would track, found without git so that a downloaded archive can be checked too.
 */
export function listFiles(directory: string = root): string[] {
  const ignored = ignoring(readFileSync(join(directory, ".gitignore"), "utf8"));
  const found: string[] = [];
  function walk(folder: string): void {
    for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
      const path = folder + entry.name;
      if (entry.name === ".git" || ignored(entry.isDirectory() ? path + "/" : path)) continue;
      if (entry.isDirectory()) walk(path + "/");
      else if (entry.isFile()) found.push(path);
    }
  }
  walk("");
  return found.sort();
}

/**
 * Reads the part of `.gitignore`'s language that the project uses: names and
 * paths with `*`, a slash at the end for folders; no negation.
 */
export function ignoring(gitignore: string): (path: string) => boolean {
  const patterns = gitignore.split("\n").map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#")).map(toRegExp);
  return (path) => patterns.some((pattern) => pattern.test(path));
}

function toRegExp(pattern: string): RegExp {
  const anchored = pattern.slice(0, -1).includes("/");
  const body = pattern.replace(/^\//, "")
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**/", "\0").replaceAll("*", "[^/]*").replaceAll("\0", "(?:.*/)?");
  return new RegExp(`${anchored ? "^" : "(?:^|/)"}${body}${pattern.endsWith("/") ? "$" : "/?$"}`);
}
