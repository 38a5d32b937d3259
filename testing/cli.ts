import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { dirname } from "node:path";
import { execPath, versions } from "node:process";
import { fileURLToPath } from "node:url";
import type { Io, Output } from "../backends/cli/io.ts";
import { run } from "../backends/cli/run.ts";

/** What a run of the command line came to. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process; `stdin` is what it would read. */
export async function invoke(
  argv: readonly string[],
  stdin: string | Uint8Array = "",
): Promise<Outcome> {
  const [stdout, stderr] = [new Sink(), new Sink()];
  const io: Io = {
    stdin: {
      isTTY: false,
      async *read() {
        yield typeof stdin === "string" ? new TextEncoder().encode(stdin) : stdin;
      },
    },
    stdout,
    stderr,
    signal: new AbortController().signal,
    debug: false,
  };
  return { code: await run(argv, io), out: stdout.text, err: stderr.text };
}

/** Keeps what is written. */
class Sink implements Output {
  readonly isTTY = false;
  readonly columns = undefined;
  readonly color = false;
  text = "";

  write(text: string): Promise<void> {
    this.text += text;
    return Promise.resolve();
  }
}

/** Starts the command line as a process of this runtime. */
export function start(argv: readonly string[]): ChildProcess & Started {
  const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const main = fileURLToPath(new URL(`../backends/cli/main${ending}`, import.meta.url));
  const runtime = versions.deno === undefined ? [] : ["run", "--no-check", "--allow-all"];
  const child = spawn(execPath, [...runtime, main, ...argv], {
    cwd: dirname(main),
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  const texts = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text) => texts.out += text);
  child.stderr.setEncoding("utf8").on("data", (text) => texts.err += text);
  return Object.assign(child, {
    ended: once(child, "close").then(([code, signal]): Outcome => ({
      // As shells have it: Deno names the signal where the process caught it and ended with 130.
      code: code ?? 128 + constants.signals[signal as NodeJS.Signals],
      ...texts,
    })),
    async wrote(pattern: RegExp): Promise<void> {
      while (!pattern.test(texts.err)) await once(child.stderr, "data");
    },
  });
}

/** A process that was started. */
interface Started {
  readonly ended: Promise<Outcome>;
  /** Settles when it has written this to standard error. */
  wrote(pattern: RegExp): Promise<void>;
}
