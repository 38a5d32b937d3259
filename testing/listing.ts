import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** All that is in a directory, a line each: path, kind, time of change, size and SHA-256. */
export function listing(directory: string): string[] {
  const lines: string[] = [];
  function walk(folder: string): void {
    for (const name of readdirSync(join(directory, folder)).sort()) {
      const path = join(folder, name);
      const stat = lstatSync(join(directory, path));
      const content = stat.isFile()
        ? `${stat.size} ${
          createHash("sha256").update(readFileSync(join(directory, path))).digest("hex")
        }`
        : "";
      lines.push(`${path} ${stat.mode.toString(8)} ${stat.mtimeMs} ${content}`);
      if (stat.isDirectory()) walk(path);
    }
  }
  walk("");
  return lines;
}
