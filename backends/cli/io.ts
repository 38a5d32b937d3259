import process from "node:process";
import { untilAborted } from "../../src/memory/until_aborted.ts";

/** Somewhere to write to. */
export interface Output {
  readonly isTTY: boolean;
  /** Width of the terminal, where it is one. */
  readonly columns: number | undefined;
  /** Whether colours are welcome. */
  readonly color: boolean;
  /** Settles when the text is out; rejects with `EPIPE` when nobody reads on. */
  write(text: string): Promise<void>;
}

/** Somewhere to read from, once. */
export interface Input {
  readonly isTTY: boolean;
  read(): AsyncIterable<Uint8Array>;
}

/** All that a command touches besides the store and files. */
export interface Io {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
  /** Show where an error comes from. */
  readonly debug: boolean;
}

/** The process's own streams. */
export function processIo(signal: AbortSignal): Io {
  const stderr = outputOf(process.stderr);
  return {
    stdin: {
      isTTY: process.stdin.isTTY ?? false,
      // Deno can't destroy a terminal or pipe that is being read: whoever waits is let go instead.
      read: () => untilAborted(process.stdin, signal),
    },
    stdout: outputOf(process.stdout),
    // Who does not read what went wrong can't be told of it either.
    stderr: { ...stderr, write: (text) => stderr.write(text).catch(() => {}) },
    signal,
    debug: Boolean(process.env["BICAMERAL_DEBUG"]),
  };
}

function outputOf(stream: NodeJS.WriteStream): Output {
  // The write that failed is told as well; without a listener the process would die.
  stream.on("error", () => {});
  const isTTY = stream.isTTY ?? false;
  return {
    isTTY,
    columns: stream.columns,
    color: isTTY && !process.env["NO_COLOR"],
    write: (text) =>
      new Promise((resolve, reject) => {
        stream.write(text, (error) => error ? reject(error) : resolve());
      }),
  };
}
