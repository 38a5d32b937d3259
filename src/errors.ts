/**
 * What a caller may want to catch, by code.
 *
 * | code | when |
 * |---|---|
 * | `INVALID_INPUT` | an argument is not what the verb takes; nothing was written |
 * | `INVALID_CONFIG` | an option or environment variable has a value that is not allowed |
 * | `NOT_FOUND` | no memory of that id in the namespace |
 * | `CONFLICT` | the change would make the memory equal to another one |
 * | `STORE_LOCKED` | another live process owns the directory |
 * | `STORE_CLOSED` | the store was closed before or while the call ran |
 * | `STORE_UNREADABLE` | the directory is no store, or will not open; it was left as it is |
 * | `STORE_VERSION` | a newer Bicameral or another Postgres major wrote the directory |
 * | `STORE_FULL` | the disk (or quota) under the store is full; what was acknowledged is kept |
 * | `DATABASE_FAILED` | the database refused a statement or broke down |
 * | `MODEL_NOT_AVAILABLE` | the model's files are not on this machine |
 * | `MODEL_CORRUPT` | a model file does not match its checksum |
 * | `ELEVATION_OFF` | memories can't be elevated in this mode, or it was switched off |
 * | `EMBEDDING_FAILED` | no backend could run the model, or it gave wrong numbers |
 */
export type ErrorCode =
  | "INVALID_INPUT"
  | "INVALID_CONFIG"
  | "NOT_FOUND"
  | "CONFLICT"
  | "STORE_LOCKED"
  | "STORE_CLOSED"
  | "STORE_UNREADABLE"
  | "STORE_VERSION"
  | "STORE_FULL"
  | "DATABASE_FAILED"
  | "MODEL_NOT_AVAILABLE"
  | "MODEL_CORRUPT"
  | "ELEVATION_OFF"
  | "EMBEDDING_FAILED";

/**
 * The one error class for what a caller may catch. The message says what was
 * done, what was found and what was wanted; it never carries the text of a memory.
 *
 * @example
 * ```ts
 * import { BicameralError } from "bicameral";
 *
 * const error = new BicameralError("NOT_FOUND", "No memory with that id.");
 * console.log(error.code); // "NOT_FOUND"
 * ```
 */
export class BicameralError extends Error {
  override readonly name: string = "BicameralError";
  /** What happened, for programs. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Throws what ends a call for good: that it was cancelled, or the store closed. */
export function rethrowIfOver(error: unknown, signal?: AbortSignal): void {
  signal?.throwIfAborted();
  if (error instanceof BicameralError && error.code === "STORE_CLOSED") throw error;
}
