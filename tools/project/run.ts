import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./files.ts";

/** How a command ended. */
export interface Run {
  readonly ok: boolean;
  /** What it wrote, to either stream, in order. */
  readonly output: string;
}

/** A command that hangs must not hang the whole check. */
const TIMEOUT_MS = 8 * 60_000;

/** How long the output of a command that has ended is waited for. */
const DRAIN_MS = 1000;

/** Runs a command to its end with nothing to read, keeping what it writes. */
export async function run(
  command: readonly [string, ...string[]],
  { cwd = root, env = {}, timeoutMs = TIMEOUT_MS }: {
    cwd?: string;
    env?: Readonly<Record<string, string>>;
    timeoutMs?: number;
  } = {},
): Promise<Run> {
  const [program, ...args] = command;
  // Deno takes any value of FORCE_COLOR for a wish for colours.
  const { FORCE_COLOR: _, ...environment } = process.env;
  const child = spawn(program, args, {
    cwd,
    env: { ...environment, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    // In a group of its own, so that what it started can be ended with it.
    detached: true,
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  }
  function end(): void {
    try {
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // Nothing of the group is left.
    }
  }
  const timer = setTimeout(() => {
    chunks.push(`\nNot finished after ${timeoutMs / 1000} s; ended.\n`);
    end();
  }, timeoutMs);
  process.once("exit", end);
  const closed = once(child, "close");
  // Where it can't be started, both reject; the other one is handled below.
  closed.catch(() => {});
  try {
    const [code] = await once(child, "exit");
    end();
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
    return { ok: code === 0, output: chunks.join("") };
  } catch (error) {
    return { ok: false, output: `Could not start ${program}: ${String(error)}\n` };
  } finally {
    clearTimeout(timer);
    process.off("exit", end);
  }
}
