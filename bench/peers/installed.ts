import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { say } from "../speed/measure/progress.ts";

const FOLDER = fileURLToPath(new URL("./", import.meta.url));

/**
 * Installs what `bench/peers/package.json` pins, unless it is there.
 *
 * @returns Whether anything was installed: a process that looked for a package before finds
 * none later.
 */
export function installPeers(): boolean {
  const wanted = pinned();
  const missing = Object.entries(wanted).filter(([name, version]) => installed(name) !== version);
  if (missing.length === 0) return false;
  say(`installing ${missing.map((entry) => entry.join(" ")).join(", ")}, once`);
  const { status } = spawnSync(process.execPath, ["install", "--frozen-lockfile"], {
    cwd: FOLDER,
    // Standard output is for the table.
    stdio: ["ignore", 2, "inherit"],
  });
  if (status !== 0) {
    throw new Error("The peers could not be installed in bench/peers");
  }
  return true;
}

/** Versions of what is compared with. */
export function peerVersions(): Record<string, string | null> {
  return Object.fromEntries(Object.keys(pinned()).map((name) => [name, installed(name)]));
}

function pinned(): Record<string, string> {
  return JSON.parse(readFileSync(join(FOLDER, "package.json"), "utf8"))
    .dependencies;
}

function installed(name: string): string | null {
  const manifest = join(FOLDER, "node_modules", name, "package.json");
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).version : null;
}
