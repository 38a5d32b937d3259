/** How long the threads that run models are waited for, in milliseconds. */
export interface Limits {
  /** For a model to load, and for its self-test after that. */
  readonly loadMs: number;
  /** For a thread that has work to answer some of it. */
  readonly runMs: number;
  /** Until a further thread is started again after one that would not load. */
  readonly retryMs: number;
}

/**
 * A gigabyte of weights from a slow disk loads in half a minute, and the longest run
 * that is known, of 12 layers on a GPU that is simulated, takes some seconds. What
 * takes longer hangs.
 */
export const LIMITS: Limits = { loadMs: 60_000, runMs: 120_000, retryMs: 60_000 };

/** It was waited for long enough. */
export class Late extends Error {}

/**
 * What a promise gives, unless that takes too long.
 *
 * @param what Names it in the error: `Loading the model`.
 * @throws {Late}
 */
export async function within<T>(limitMs: number, promise: Promise<T>, what: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Late(`${what} took longer than ${limitMs / 1000} s`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
