import { existsSync, readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../src/config.ts";

/** Files of one revision of a repository. */
export interface RepositoryFiles {
  readonly repository: string;
  /** Commit, tag or branch. */
  readonly revision: string;
  /** Paths within the repository. */
  readonly files: readonly string[];
}

/**
 * The Hugging Face hub's own cache, by its own rules: `HF_HUB_CACHE`, else `hub` in
 * `HF_HOME`, else `huggingface/hub` in `XDG_CACHE_HOME` or `~/.cache`. What other
 * programs have downloaded there need not be downloaded again.
 */
export function hubCacheFolder(environment: Environment): string {
  if (environment["HF_HUB_CACHE"]) return environment["HF_HUB_CACHE"];
  if (environment["HF_HOME"]) return join(environment["HF_HOME"], "hub");
  const cache = environment["XDG_CACHE_HOME"] || join(environment["HOME"] || homedir(), ".cache");
  return join(cache, "huggingface", "hub");
}

/** Folder of a repository in the cache. */
export function repositoryFolder(cache: string, repository: string): string {
  return join(cache, `models--${repository.replaceAll("/", "--")}`);
}

/** The folder that holds all of the files, or null. */
export function findInCache(
  cache: string,
  { repository, revision, files }: RepositoryFiles,
): string | null {
  const folder = repositoryFolder(cache, repository);
  const snapshot = join(folder, "snapshots", commitOf(folder, revision));
  return files.every((file) => isFile(join(snapshot, file))) ? snapshot : null;
}

/** The commit that a branch or tag stood for when it was downloaded. */
function commitOf(folder: string, revision: string): string {
  const ref = join(folder, "refs", revision);
  return existsSync(ref) ? readFileSync(ref, "utf8").trim() : revision;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
