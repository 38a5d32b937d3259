import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseTar } from "nanotar";
import { BicameralError, messageOf } from "../../src/errors.ts";
import { claimDirectory } from "./claim.ts";
import { full, isFull } from "./full_disk.ts";
import { LATEST_VERSION, newerStore } from "./migrate.ts";
import { PGLITE_VERSION, POSTGRES_MAJOR } from "./pglite_settings.ts";

/**
 * A store on disk:
 *
 * ```text
 * DIR/bicameral.json   what wrote it: read before anything is touched
 * DIR/claims/          who owns it now: see claim.ts
 * DIR/pg/              PostgreSQL's data directory
 * ```
 */
interface Marker {
  readonly format: number;
  readonly engine: string;
  readonly postgres: string;
  /** Highest schema version that may be in the database. */
  readonly schema: number;
}

const MARKER = "bicameral.json";
const FORMAT = 1;
/** What an opener that was killed may have left behind, before it came to the marker or after. */
const LITTER = /^(?:claims|bicameral\.json\.new|pg\.new-[0-9a-f-]{36})$/;
/** Files of a new database that are flushed side by side. */
const WRITERS = 32;

/** A store's directory that this process owns. */
export interface OwnedDirectory {
  /** Without symbolic links. */
  readonly path: string;
  /** Gives it back. */
  release(): void;
}

/**
 * Makes a directory this process's own, and a store's where it is empty or absent.
 * What is refused is not touched.
 *
 * @param force Take it from a holder that may be dead.
 * @throws {BicameralError} `STORE_LOCKED`, `STORE_VERSION`, `STORE_UNREADABLE`, `STORE_FULL`.
 */
export async function takeDirectory(location: string, force: boolean): Promise<OwnedDirectory> {
  try {
    inspectDirectory(location);
    mkdirSync(location, { recursive: true });
    const path = realpathSync(location);
    const release = await claimDirectory(path, force);
    try {
      inspectDirectory(path); // Its last owner may have been a newer release.
      writeMarker(path);
    } catch (error) {
      release();
      throw error;
    }
    return { path, release };
  } catch (error) {
    if (error instanceof BicameralError) throw error;
    throw isFull(error)
      ? full(error, "and open it again")
      : unreadable(location, messageOf(error), error);
  }
}

/**
 * Refuses a directory that holds something else, or a store of a newer schema or
 * another Postgres major. Reads only.
 */
export function inspectDirectory(path: string): void {
  let entries: string[];
  try {
    entries = readdirSync(path);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return;
    throw error;
  }
  const foreign = entries.filter((name) => !LITTER.test(name));
  if (foreign.length === 0) return;
  if (!entries.includes(MARKER)) {
    throw unreadable(
      path,
      `it holds ${foreign.length} entries and no ${MARKER}, so it is no store`,
    );
  }
  const marker = readMarker(path);
  if (marker.format > FORMAT || marker.schema > LATEST_VERSION) throw newerStore(marker.schema);
  if (!entries.includes("pg")) return;
  const major = readText(path, join("pg", "PG_VERSION")).trim();
  if (!/^\d+$/.test(major)) throw unreadable(path, "pg/PG_VERSION names no version");
  if (major !== POSTGRES_MAJOR) {
    throw new BicameralError(
      "STORE_VERSION",
      `The store ${path} was written by PostgreSQL ${major}; this release runs ${POSTGRES_MAJOR}.` +
        " Export it with the release that wrote it and import it into a new one. Nothing was changed.",
    );
  }
}

/** Says in the marker that the database may be of this release's schema. Before migrating. */
function writeMarker(directory: string): void {
  const marker: Marker = {
    format: FORMAT,
    engine: `pglite ${PGLITE_VERSION}`,
    postgres: POSTGRES_MAJOR,
    schema: LATEST_VERSION,
  };
  const content = `${JSON.stringify(marker, null, 2)}\n`;
  const path = join(directory, MARKER);
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  // On the disk before the name: a store whose marker is empty is none.
  writeFileSync(`${path}.new`, content, { flush: true });
  renameSync(`${path}.new`, path);
  flushFolder(directory);
}

/**
 * Unpacks the template as the store's database: beside its place first, then
 * renamed, so that there is a whole database or none.
 *
 * @param flush Have every file on the disk before the rename.
 */
export async function createDatabase(
  directory: string,
  tar: Uint8Array,
  flush: boolean,
): Promise<void> {
  for (const name of readdirSync(directory)) {
    if (name.startsWith("pg.new-")) rmSync(join(directory, name), { recursive: true, force: true });
  }
  const draft = join(directory, `pg.new-${crypto.randomUUID()}`);
  try {
    await unpack(draft, tar, flush);
    renameSync(draft, join(directory, "pg"));
    if (flush) flushFolder(directory);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (isFull(error)) throw full(error, "and open it again");
    throw unreadable(directory, messageOf(error), error);
  }
}

async function unpack(target: string, tar: Uint8Array, flush: boolean): Promise<void> {
  const folders = new Set<string>();
  const files: string[] = [];
  const makeFolder = (path: string) => {
    if (!folders.has(path)) mkdirSync(path, { recursive: true, mode: 0o700 });
    folders.add(path);
  };
  makeFolder(target);
  for (const { name, type, data } of parseTar(tar)) {
    const path = join(target, name);
    makeFolder(type === "directory" ? path : dirname(path));
    if (type === "directory") continue;
    writeFileSync(path, data ?? new Uint8Array(), { mode: 0o600 });
    files.push(path);
  }
  if (!flush) return;
  // Many at once: the file system then writes its journal a few times instead of
  // hundreds of times.
  const flushFiles = async () => {
    for (let path = files.pop(); path !== undefined; path = files.pop()) {
      const file = await open(path, "r+");
      await file.sync();
      await file.close();
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, flushFiles));
  for (const folder of folders) flushFolder(folder);
}

/** What a directory that will not open is refused with; it is never deleted or overwritten. */
export function unreadable(directory: string, why: string, cause?: unknown): BicameralError {
  return new BicameralError(
    "STORE_UNREADABLE",
    `The directory ${directory} can't be opened as a store: ${why}. Nothing in it was deleted;` +
      " open another directory, or restore a copy of this one.",
    { cause },
  );
}

function readMarker(directory: string): Marker {
  const text = readText(directory, MARKER);
  try {
    const marker = JSON.parse(text) as Marker;
    if (Number.isInteger(marker.schema)) return marker;
  } catch (error) {
    throw unreadable(directory, `${MARKER} is not JSON`, error);
  }
  throw unreadable(directory, `${MARKER} names no schema version`);
}

function readText(directory: string, name: string): string {
  try {
    return readFileSync(join(directory, name), "utf8");
  } catch (error) {
    throw unreadable(directory, messageOf(error), error);
  }
}

/** Flushes a directory's entries; where the system can't (Windows), there is nothing to flush. */
function flushFolder(path: string): void {
  try {
    const file = openSync(path, "r");
    fsyncSync(file);
    closeSync(file);
  } catch {
    // Not a system that flushes directories.
  }
}
