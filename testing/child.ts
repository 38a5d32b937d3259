import { spawn } from "node:child_process";
import { once } from "node:events";
import { execPath, versions } from "node:process";
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
  /** Settles at the first line that the pattern matches, with it; rejects when the process ends before. */
  line(pattern: RegExp): Promise<string>;
  /** Kills it as `kill -9` does; settles when it is gone. */
  kill(): Promise<Ended>;
}

/** How a child is started. */
export interface ChildOptions {
  /** Deno's permissions; default: all. */
  readonly permissions?: readonly string[];
  /** Kills it after so long, lest it hold up the tests; default 60 s. */
  readonly timeoutMs?: number;
}

/**
 * Starts a program of this project as a process of the runtime that runs the tests.
 *
 * @param program Its path from the root, without ending: `testing/store_program`.
 */
export function startChild(
  program: string,
  args: readonly string[],
  { permissions = ["--allow-all"], timeoutMs = 60_000 }: ChildOptions = {},
): Child {
  const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const path = fileURLToPath(new URL(`../${program}${ending}`, import.meta.url));
  const deno = versions.deno === undefined
    ? []
    : ["run", "--no-check", "--no-prompt", ...permissions];
  const child = spawn(execPath, [...deno, path, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
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
  return {
    pid: child.pid!,
    lines,
    ended,
    line(pattern) {
      const wanted = new Promise<string>((resolve) => {
        const look = (line: string) => {
          if (pattern.test(line)) resolve(line);
        };
        lines.forEach(look);
        reader.on("line", look);
      });
      const over = ended.then(({ code, errors }) => {
        throw new Error(
          `${program} ended (${code}) before it wrote ${pattern}:\n${lines.join("\n")}\n${errors}`,
        );
      });
      over.catch(() => {}); // It is nobody's concern when the line came first.
      return Promise.race([wanted, over]);
    },
    kill() {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
