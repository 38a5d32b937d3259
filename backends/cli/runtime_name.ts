import process from "node:process";

/** The runtime and its version: `Bun 1.4.5`. Bun and Deno have Node's version too. */
export function runtimeName(versions: NodeJS.ProcessVersions = process.versions): string {
  for (const [name, version] of [["Bun", versions.bun], ["Deno", versions["deno"]]]) {
    if (version !== undefined) return `${name} ${version}`;
  }
  return `Node ${versions.node}`;
}
