import { readFileSync } from "node:fs";

/** The package's version; its code lies a level deeper than a checkout's, under `dist/`. */
export function version(): string {
  const root = import.meta.url.endsWith(".ts") ? "../../" : "../../../";
  const manifest = readFileSync(new URL(`${root}package.json`, import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}
