import { createHash } from "node:crypto";
import { createReadStream, readlinkSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { ModelFile } from "../../src/embed/catalogue.ts";

/** How a file on this machine compares with what it must be. */
export interface FileCheck {
  readonly path: string;
  /** Null where it is not there. */
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Null where no checksum is known. */
  readonly wanted: string | null;
  readonly ok: boolean;
}

/**
 * A file with its checksum: the catalogue's, else that by which the hub's cache names
 * the bytes of large files.
 */
export function withChecksum(folder: string, file: ModelFile): ModelFile {
  const name = file.sha256 ?? blobName(join(folder, file.path));
  return name !== null && SHA256.test(name) ? { ...file, sha256: name } : file;
}

const SHA256 = /^[0-9a-f]{64}$/;
/** By which the hub's cache names the bytes of small files. */
const GIT_SHA1 = /^[0-9a-f]{40}$/;

/** Reads a file as a whole and compares. */
export async function checkFile(folder: string, file: ModelFile): Promise<FileCheck> {
  const { path, sha256: wanted = null } = withChecksum(folder, file);
  const whole = join(folder, path);
  const bytes = statSync(whole, { throwIfNoEntry: false })?.size ?? null;
  if (bytes === null) return { path, bytes, sha256: null, wanted, ok: false };
  const sha256 = await sha256Of(whole);
  const name = blobName(whole);
  const same = wanted === null || sha256 === wanted;
  const gits = name === null || !GIT_SHA1.test(name) || name === await gitSha1Of(whole, bytes);
  return { path, bytes, sha256, wanted, ok: same && gits };
}

/** What git calls a file's bytes: their SHA-1 with a header. */
async function gitSha1Of(path: string, bytes: number): Promise<string> {
  const hash = createHash("sha1").update(`blob ${bytes}\0`);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}

/** By streaming: weights may be larger than a buffer should be. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}

function blobName(path: string): string | null {
  try {
    return basename(readlinkSync(path));
  } catch {
    // No link: a folder of the user's own, or a system without links.
    return null;
  }
}
