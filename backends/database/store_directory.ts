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
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseTar } from "nanotar";
import { BicameralError, messageOf } from "../../src/errors.ts";
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
  readonly format: 1;
  readonly engine: string;
  readonly postgres: string;
  /** Highest schema version that may be in the database. */
  readonly schema: number;
}

const MARKER = "bicameral.json";
/** Files of a new database that are written side by side. */
const WRITERS = 32;

/**
 * Refuses a directory that holds something else, or a store of a newer schema or
 * another Postgres major. Reads only.
 *
 * @returns The directory's real path, and whether a database is in it.
 */
export function inspectDirectory(directory: string): { path: string; exists: boolean } {
  let entries: string[];
  try {
    entries = readdirSync(directory);
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return { path: directory, exists: false };
    throw unreadable(directory, messageOf(error), error);
  }
  const path = realpathSync(directory);
  const foreign = entries.filter((name) => name !== "claims" && !name.startsWith("pg.new-"));
  if (foreign.length === 0) return { path, exists: false };
  if (!entries.includes(MARKER)) {
    throw unreadable(
      path,
      `it holds ${foreign.length} entries and no ${MARKER}, so it is no store`,
    );
  }
  const marker = readMarker(path);
  if (marker.schema > LATEST_VERSION) throw newerStore(marker.schema);
  if (!entries.includes("pg")) return { path, exists: false };
  const major = readText(path, join("pg", "PG_VERSION")).trim();
  if (major !== POSTGRES_MAJOR) {
    throw new BicameralError(
      "STORE_VERSION",
      `The store ${path} was written by PostgreSQL ${major}; this release runs ${POSTGRES_MAJOR}.` +
        " Export it with the release that wrote it and import it into a new one. Nothing was changed.",
    );
  }
  return { path, exists: true };
}

/** Says in the marker that the database may be of this release's schema. Before migrating. */
export function writeMarker(directory: string): void {
  const marker: Marker = {
    format: 1,
    engine: `pglite ${PGLITE_VERSION}`,
    postgres: POSTGRES_MAJOR,
    schema: LATEST_VERSION,
  };
  const content = `${JSON.stringify(marker, null, 2)}\n`;
  const path = join(directory, MARKER);
  if (existsSync(path) && readFileSync(path, "utf8") === content) return;
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

/**
 * Unpacks the template as the store's database: beside its place first, then
 * renamed, so that there is a whole database or none.
 *
 * @param flush Have every file on the disk before the rename. Many at once: the
 * file system then writes its journal a few times instead of a thousand.
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
  const folders = new Set([draft]);
  const files: { path: string; data: Uint8Array }[] = [];
  for (const entry of parseTar(tar)) {
    const path = join(draft, entry.name);
    if (entry.type === "directory") folders.add(path);
    else files.push({ path, data: entry.data ?? new Uint8Array() });
    folders.add(dirname(files.at(-1)?.path ?? path));
  }
  for (const folder of folders) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      await writeFile(file.path, file.data, { mode: 0o600, flush });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  if (flush) { for (const folder of folders) flushFolder(folder); }
  renameSync(draft, join(directory, "pg"));
  if (flush) flushFolder(directory);
}

/** What a directory that will not open is refused with; it is never deleted or overwritten. */
export function unreadable(directory: string, why: string, cause?: unknown): BicameralError {
  return new BicameralError(
    "STORE_UNREADABLE",
    `The directory ${directory} can't be opened as a store: ${why}. It was left as it is;` +
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
