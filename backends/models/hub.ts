import { access, mkdir, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { Environment } from "../../src/config.ts";
import type { ModelFile } from "../../src/embed/catalogue.ts";
import { BicameralError } from "../../src/errors.ts";
import { checkFile } from "./checksums.ts";
import { download } from "./download.ts";
import { withLock } from "./download_lock.ts";
import { findInCache, hubCacheFolder, repositoryFolder } from "./hub_cache.ts";
import { type HubFile, HubFiles } from "./hub_files.ts";

/** Files of a model to be downloaded. */
export interface ModelRequest {
  readonly repository: string;
  /** Commit, tag or branch. */
  readonly revision: string;
  readonly files: readonly ModelFile[];
}

/** How a download goes on. */
export interface PullProgress {
  readonly bytes: number;
  readonly total: number;
}

export interface PullOptions {
  readonly environment: Environment;
  /** Told what there is to download before it begins; false leaves it. */
  readonly confirm?: (totalBytes: number) => Promise<boolean>;
  readonly onProgress?: (progress: PullProgress) => void;
  /** A server that says nothing for so long is given up, or asked again. Default: a minute. */
  readonly silenceMs?: number;
  readonly signal?: AbortSignal | undefined;
}

const SILENCE_MS = 60_000;

/**
 * Downloads a model's files from the Hugging Face hub into its own cache, as its own
 * tools do; what is there is not downloaded again.
 *
 * @returns The folder of the files; null where `confirm` said no.
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` with the reason and a remedy;
 * `MODEL_CORRUPT` where what came was wrong twice.
 */
export async function pullModel(
  { repository, revision, files }: ModelRequest,
  { environment, confirm, onProgress, silenceMs = SILENCE_MS, signal }: PullOptions,
): Promise<string | null> {
  const cache = hubCacheFolder(environment);
  const needed = files.filter(({ optional }) => optional !== true);
  const wanted = { repository, revision, files: needed.map(({ path }) => path) };
  const there = findInCache(cache, wanted);
  if (there !== null && await isSound(there, files)) return there;
  if (/^(?:1|true|yes|on)$/i.test(environment["HF_HUB_OFFLINE"] ?? "")) {
    throw new BicameralError(
      "MODEL_NOT_AVAILABLE",
      `${repository} is not on this machine, and HF_HUB_OFFLINE forbids to download it.`,
    );
  }
  const folder = repositoryFolder(cache, repository);
  const hub = new HubFiles(repository, environment, silenceMs, signal);
  const described: HubFile[] = [];
  for (const known of files) {
    // All of one commit, should the branch move meanwhile.
    const file = await hub.describe(described[0]?.commit ?? revision, known);
    if (file !== null) described.push(file);
  }
  const total = described.reduce((sum, { bytes }) => sum + bytes, 0);
  if (confirm !== undefined && !(await confirm(total))) return null;
  const { commit } = described[0] as HubFile;
  const snapshot = join(folder, "snapshots", commit);
  const lock = join(cache, ".locks", basename(folder), "bicameral.lock");
  await withLock(lock, async () => {
    let before = 0;
    for (const file of described) {
      const blob = join(folder, "blobs", file.etag);
      const linked = join(snapshot, file.path);
      if (!(await exists(linked)) || !(await isSound(snapshot, [file.known]))) {
        const onBytes = (bytes: number) => onProgress?.({ bytes: before + bytes, total });
        if (!(await exists(blob))) {
          await download(hub, { file, path: blob, onBytes, silenceMs, signal });
        }
        await link(blob, linked);
      }
      before += file.bytes;
      onProgress?.({ bytes: before, total });
    }
    if (commit !== revision) await writeRef(join(folder, "refs", revision), commit);
  }, signal);
  return snapshot;
}

/** Whether files that are there are what they must be; one that is not is removed. */
async function isSound(folder: string, files: readonly ModelFile[]): Promise<boolean> {
  let sound = true;
  for (const file of files) {
    const { ok, bytes } = await checkFile(folder, file);
    if (ok || bytes === null) continue;
    sound = false;
    const path = join(folder, file.path);
    await rm(await realpath(path));
    await rm(path, { force: true });
  }
  return sound;
}

/** A relative link, so that the cache may be moved; where the system allows none, the file itself. */
async function link(blob: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  // A link that leads nowhere is left by one who removed the blob.
  await rm(path, { force: true });
  await symlink(relative(dirname(path), blob), path).catch(() => rename(blob, path));
}

async function writeRef(path: string, commit: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${crypto.randomUUID()}`;
  await writeFile(draft, commit);
  await rename(draft, path);
}

async function exists(path: string): Promise<boolean> {
  return await access(path).then(() => true, () => false);
}
