import { mkdir, open, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HEARTBEAT_MS = 5_000;
/** A lock whose holder has not touched it for so long was left by one that is gone. */
const STALE_MS = 30_000;
const POLL_MS = 250;

/**
 * Does work that one process at a time may do, by a file that says so. The file's time
 * is its holder's heartbeat: process ids mean nothing where containers share a disk.
 */
export async function withLock<T>(
  path: string,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  await mkdir(dirname(path), { recursive: true });
  while (!(await take(path))) {
    signal?.throwIfAborted();
    await sleep(POLL_MS);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => {});
  }, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx")).close();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== "EEXIST") throw error;
  }
  const held = await stat(path).catch(() => null);
  if (held !== null && Date.now() - held.mtimeMs > STALE_MS) {
    // Of several that find it stale one moves it away; all begin again.
    const aside = `${path}.${crypto.randomUUID()}`;
    await rename(path, aside).then(() => rm(aside), () => {});
  }
  return false;
}
