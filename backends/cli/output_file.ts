import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { open, realpath, rename, rm } from "node:fs/promises";
import { UsageError } from "./failure.ts";

/**
 * Writes a file whole or not at all: under another name beside its place first,
 * then renamed. What was there before stays until then.
 */
export async function writeWhole(path: string, chunks: AsyncIterable<string>): Promise<void> {
  const place = await placeOf(path);
  const draft = `${place}.${randomUUID()}.new`;
  const file = await open(draft, "wx");
  try {
    try {
      for await (const chunk of chunks) await file.write(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, place);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Behind symbolic links, which stay; a device or pipe must not be replaced by a file. */
async function placeOf(path: string): Promise<string> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return path;
  if (!found.isFile()) throw new UsageError(`${path} is not a file.`);
  return await realpath(path);
}
