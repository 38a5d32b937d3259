import { BicameralError, messageOf } from "../../src/errors.ts";

/** SQLSTATE disk_full, or the file system's own word. */
export function isFull(error: unknown): boolean {
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === "53100" || code === "ENOSPC" || code === "EDQUOT" ||
    /No space left on device|disk quota exceeded|Quota exceeded/i.test(messageOf(error)) ||
    (cause !== undefined && isFull(cause));
}

/** What a write that did not fit is refused with. */
export function full(cause: unknown, remedy: string): BicameralError {
  return new BicameralError(
    "STORE_FULL",
    `The disk under the store is full. What was acknowledged is kept; free some space ${remedy}.`,
    { cause },
  );
}
