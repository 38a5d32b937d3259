import { BicameralError } from "../../src/errors.ts";

/** What the command line ends with. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  notFound: 3,
  locked: 4,
  /** 128 + SIGINT, as shells have it. */
  interrupted: 130,
} as const;

/** A command that is not written the way it is used. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
}

/** The exit code that tells scripts what went wrong. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage;
  if (!(error instanceof BicameralError)) return EXIT.failed;
  switch (error.code) {
    case "INVALID_INPUT":
    case "INVALID_CONFIG":
    case "ELEVATION_OFF":
      return EXIT.usage;
    case "NOT_FOUND":
    case "MODEL_NOT_AVAILABLE":
      return EXIT.notFound;
    case "STORE_LOCKED":
      return EXIT.locked;
    default:
      return EXIT.failed;
  }
}

/** Whether the reader of our output went away, as `head` does when it has enough. */
export function isBrokenPipe(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "EPIPE";
}
