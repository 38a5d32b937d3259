import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { BicameralError, messageOf } from "../../src/errors.ts";
import { fileSize } from "./file_size.ts";
import { type HubFile, type HubFiles, MAX_TRIES } from "./hub_files.ts";

/** Kept free beside a download. */
const SPARE_BYTES = 64_000_000;
const POINTER = "version https://git-lfs.github.com/spec";

/** What to do with a file of the hub's. */
export interface Download {
  readonly file: HubFile;
  /** Where it is to lie. What has come so far lies beside it, as `.incomplete`. */
  readonly path: string;
  /** Told of the bytes that are here. */
  readonly onBytes: (bytes: number) => void;
  /** A server that sends nothing for so long is asked again. */
  readonly silenceMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Downloads a file: goes on where it was stopped, checks size and checksum, and gives
 * it its name only then. One that is wrong is fetched once more from the start.
 */
export async function download(hub: HubFiles, wanted: Download): Promise<void> {
  const partial = `${wanted.path}.incomplete`;
  const { file } = wanted;
  const { known } = file;
  if (known.bytes !== undefined && known.bytes !== file.bytes) {
    throw new BicameralError(
      "MODEL_CORRUPT",
      `The hub has ${file.bytes} bytes of ${file.path}, wanted ${known.bytes}. Nothing was downloaded.`,
    );
  }
  await mkdir(dirname(partial), { recursive: true });
  await checkRoom(wanted, await sizeOf(partial));
  for (let again = false;; again = true) {
    await fetchRest(hub, wanted, partial);
    const wrong = await whatIsWrong(wanted, partial);
    if (wrong === null) break;
    await rm(partial, { force: true });
    if (again) {
      throw new BicameralError(
        "MODEL_CORRUPT",
        `${wanted.file.path} came twice, and was wrong both times: ${wrong}. Nothing was kept.`,
      );
    }
  }
  await rename(partial, wanted.path);
}

/** Appends to what is there until all bytes are. */
async function fetchRest(hub: HubFiles, wanted: Download, partial: string): Promise<void> {
  const { onBytes, signal } = wanted;
  let { file } = wanted;
  for (let tries = 0, before = -1;;) {
    let size = await sizeOf(partial);
    if (size > file.bytes) {
      await rm(partial);
      size = 0;
    }
    onBytes(size);
    if (size === file.bytes) return;
    tries = size > before ? 1 : tries + 1;
    before = size;
    try {
      await append(hub, { ...wanted, file }, partial, size);
    } catch (error) {
      signal?.throwIfAborted();
      if (isFull(error)) throw noRoom(file, messageOf(error));
      if (tries >= MAX_TRIES) throw brokenOff(file, error);
      // Where its bytes are may have been told for an hour only.
      file = await hub.describe(file.commit, file.known) ?? file;
    }
  }
}

async function append(
  hub: HubFiles,
  { file, onBytes, silenceMs, signal }: Download,
  partial: string,
  offset: number,
): Promise<void> {
  const silence = new AbortController();
  const either = signal === undefined ? silence.signal : AbortSignal.any([silence.signal, signal]);
  const response = await hub.open(file, offset, either);
  // A server that knows no ranges begins anew.
  const target = await open(partial, response.status === 206 ? "a" : "w");
  let bytes = response.status === 206 ? offset : 0;
  const silent = () => silence.abort(new Error(`${file.url.host} fell silent`));
  let timer = setTimeout(silent, silenceMs);
  try {
    for await (const chunk of response.body ?? []) {
      clearTimeout(timer);
      timer = setTimeout(silent, silenceMs);
      await target.write(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).length;
      onBytes(bytes);
    }
    await target.sync();
  } finally {
    clearTimeout(timer);
    await target.close();
  }
}

/** Why the bytes are not those that were wanted, or null. */
async function whatIsWrong({ file }: Download, partial: string): Promise<string | null> {
  const sha256 = createHash("sha256");
  const hashes: Hash[] = [sha256];
  // What git calls a file: its SHA-1 with a header.
  const git = /^[0-9a-f]{40}$/.test(file.etag) ? createHash("sha1") : null;
  git?.update(`blob ${file.bytes}\0`);
  if (git !== null) hashes.push(git);
  let start = "";
  for await (const chunk of createReadStream(partial)) {
    if (start === "") start = (chunk as Uint8Array).subarray(0, 64).toString();
    for (const hash of hashes) hash.update(chunk as Uint8Array);
  }
  if (start.startsWith(POINTER)) {
    return "it is a pointer of git LFS, not the file that it stands for";
  }
  const found = sha256.digest("hex");
  const expected = file.known.sha256 ?? (/^[0-9a-f]{64}$/.test(file.etag) ? file.etag : found);
  if (found !== expected) return `its SHA-256 is ${found}, wanted ${expected}`;
  const sha1 = git?.digest("hex") ?? file.etag;
  return sha1 === file.etag ? null : `its git SHA-1 is ${sha1}, wanted ${file.etag}`;
}

async function checkRoom({ file, path }: Download, here: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(path));
  const free = bavail * bsize;
  const needed = file.bytes - here + SPARE_BYTES;
  if (free < needed) {
    throw noRoom(
      file,
      `${fileSize(free)} are free at ${dirname(path)}, wanted ${fileSize(needed)}`,
    );
  }
}

function noRoom({ path }: HubFile, why: string): BicameralError {
  return new BicameralError(
    "MODEL_NOT_AVAILABLE",
    `There is no room for ${path}: ${why}. Make room, or set HF_HOME to a larger disk; what has come is kept.`,
  );
}

function brokenOff({ path, url }: HubFile, error: unknown): BicameralError {
  if (error instanceof BicameralError) return error;
  return new BicameralError(
    "MODEL_NOT_AVAILABLE",
    `${path} broke off time and again at ${url.host}: ${
      messageOf(error)
    }. What has come is kept; ` +
      "run the command again to go on from there.",
    { cause: error },
  );
}

function isFull(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT"].includes((error as { code?: string }).code ?? "");
}

async function sizeOf(path: string): Promise<number> {
  return await stat(path).then(({ size }) => size, () => 0);
}
