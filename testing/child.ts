import { spawn } from "node:child_process";
import { once } from "node:events";
import { env, execPath, versions } from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** How a child process ended. */
export interface Ended {
  /** Null when it was killed. */
  readonly code: number | null;
  /** Lines of its standard output. */
  readonly lines: readonly string[];
  readonly errors: string;
}

/** A process that was started. */
export interface Child {
  readonly pid: number;
  /** Lines of its standard output until now. */
  readonly lines: readonly string[];
  /** Settles when it has ended and all of its output is here. */
  readonly ended: Promise<Ended>;
  /** Settles at the first line that the pattern matches; rejects when the process ends before. */
  line(pattern: RegExp): Promise<void>;
  /** Settles when it has written so many lines; rejects when the process ends before. */
  wrote(lines: number): Promise<void>;
  /** Kills it as `kill -9` does; settles when it is gone. */
  kill(): Promise<Ended>;
}

/** How a child is started. */
export interface ChildOptions {
  /** Deno's permissions; default: all. */
  readonly permissions?: readonly string[];
  /** Kills it after so long, lest it hold up the tests; default 60 s. */
  readonly timeoutMs?: number;
  /** Environment variables besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a program of this project as a process of the runtime that runs the tests.
 *
 * @param program Its path from the root, without ending: `testing/store_program`.
 */
export function startChild(
  program: string,
  args: readonly string[],
  { permissions = ["--allow-all"], timeoutMs = 60_000, env: own = {} }: ChildOptions = {},
): Child {
  const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const path = fileURLToPath(new URL(`../${program}${ending}`, import.meta.url));
  const deno = versions.deno === undefined
    ? []
    : ["run", "--no-check", "--no-prompt", ...permissions];
  const child = spawn(execPath, [...deno, path, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...env, ...own },
    timeout: timeoutMs,
    killSignal: "SIGKILL",
  });
  const lines: string[] = [];
  const errors: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on("line", (line) => lines.push(line));
  child.stderr.setEncoding("utf8").on("data", (text: string) => errors.push(text));
  const read = once(reader, "close");
  const ended = once(child, "close").then(async ([code]): Promise<Ended> => {
    await read;
    return { code: code as number | null, lines, errors: errors.join("") };
  });
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      const over = await Promise.race([once(reader, "line").then(() => null), ended]);
      if (over === null || condition()) continue;
      throw new Error(
        `${program} ended (${over.code}) too soon:\n${lines.join("\n")}\n${over.errors}`,
      );
    }
  }
  return {
    pid: child.pid!,
    lines,
    ended,
    line: (pattern) => until(() => lines.some((line) => pattern.test(line))),
    wrote: (count) => until(() => lines.length >= count),
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
