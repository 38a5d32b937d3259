import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import process from "node:process";
import { root } from "../../../tools/project/files.ts";
import { comparatorVersion } from "./comparator.ts";

/** What the figures were measured on and with. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  /** Programs that wanted to run, on average over the minute before: 0 on an idle machine. */
  readonly loadBefore: number;
  readonly versions: Readonly<Record<string, string | null>>;
  readonly commit: string | null;
  readonly date: string;
}

export function describeMachine(): Machine {
  const { version, dependencies, optionalDependencies } = JSON.parse(
    readFileSync(`${root}package.json`, "utf8"),
  );
  return {
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    loadBefore: loadavg()[0] ?? 0,
    versions: {
      bicameral: version,
      bun: process.versions["bun"] ?? null,
      "@electric-sql/pglite": dependencies["@electric-sql/pglite"],
      "@electric-sql/pglite-pgvector": dependencies["@electric-sql/pglite-pgvector"],
      "onnxruntime-node": optionalDependencies["onnxruntime-node"],
      "@huggingface/transformers": comparatorVersion(),
    },
    commit: commit(),
    date: new Date().toISOString(),
  };
}

/** When, where and with what, in two lines. */
export function machineLines(
  { cpu, cores, memoryGiB, system, versions, commit, date, loadBefore }: Machine,
): string {
  const named = Object.entries(versions).filter(([, version]) => version !== null)
    .map(([name, version]) => `${name} ${version}`);
  return `${date.slice(0, 10)}, commit ${commit ?? "unknown"}: ${cpu}, ${cores} cores, ` +
    `${memoryGiB} GiB, ${system}; load ${loadBefore.toFixed(1)} before the run\n${
      named.join(", ")
    }`;
}

/** The commit that is checked out, with `+` where files were changed since; null without git. */
function commit(): string | null {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" })
      .trim();
  try {
    return git("rev-parse", "--short=10", "HEAD") +
      (git("status", "--porcelain") ? "+" : "");
  } catch {
    return null;
  }
}
