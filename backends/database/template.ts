import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { MemoryFS, PGlite } from "@electric-sql/pglite";
import { migrations } from "../../migrations/mod.ts";
import { applyMigrations } from "./migrate.ts";
import { EXTENSIONS, PGLITE_VERSION, startParameters } from "./pglite_settings.ts";

/**
 * An empty database with every migration applied, as a tar: opening from it takes
 * a tenth of what initdb takes. The package carries it; a checkout builds it once
 * into the cache directory.
 */

/** Counts the changes to how a template is built. */
const RECIPE = 3;
/** A build takes seconds: a draft this old was left by one that was killed. */
const DRAFT_MS = 3_600_000;
const PACKAGED = fileURLToPath(new URL("../../template/", import.meta.url));

/** Name of the template for this engine and these migrations; others are never mistaken for it. */
export function templateName(): string {
  const last = migrations.at(-1);
  return `template${RECIPE}-pglite-${PGLITE_VERSION}-${last?.name}-${
    last?.sha256.slice(0, 8)
  }.tar.gz`;
}

/** The template's tar, from the package, else the cache, else built now. */
export async function loadTemplate(
  cacheDirectory: string,
  packageDirectory: string = PACKAGED,
): Promise<Uint8Array<ArrayBuffer>> {
  const cached = join(cacheDirectory, templateName());
  for (const path of [join(packageDirectory, templateName()), cached]) {
    try {
      return new Uint8Array(gunzipSync(readFileSync(path)));
    } catch {
      // Absent, or cut short (gzip carries a checksum): the next one, at last a new one.
    }
  }
  const tar = await buildTemplate();
  try {
    writeTemplate(cached, tar);
  } catch {
    // A cache that can't be written costs time, not the store.
  }
  return tar;
}

/** Writes it under another name first, so that a killed build leaves no half template. */
export function writeTemplate(path: string, tar: Uint8Array): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${crypto.randomUUID()}.new`;
  try {
    writeFileSync(draft, gzipSync(tar));
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    if (!name.startsWith(basename(path)) || !name.endsWith(".new")) continue;
    if (Date.now() - statSync(old).mtimeMs > DRAFT_MS) rmSync(old, { force: true });
  }
}

/** A file system in memory that is packed after the database was shut down, not under way. */
class PackedFS extends MemoryFS {
  tar: Uint8Array<ArrayBuffer> = new Uint8Array();

  override async closeFs(): Promise<void> {
    this.#removeMaps();
    const dump = await this.dumpTar("template", "none");
    this.tar = new Uint8Array(await dump.arrayBuffer());
    await super.closeFs();
  }

  /**
   * Removes the maps of free space and of visible rows. The server works without
   * them until its next vacuum; here they are every fifth file.
   */
  #removeMaps(): void {
    const { FS } = this.pg!.Module;
    const data = PGlite.paths.PGDATA;
    const databases = (FS.readdir(`${data}/base`) as string[])
      .filter((name) => /^\d+$/.test(name));
    for (const folder of [`${data}/global`, ...databases.map((name) => `${data}/base/${name}`)]) {
      for (const name of FS.readdir(folder) as string[]) {
        if (/^\d+_(?:fsm|vm)$/.test(name)) FS.unlink(`${folder}/${name}`);
      }
    }
  }
}

/** Runs initdb and the migrations in memory, about 4 s. */
export async function buildTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  const fs = new PackedFS();
  const database = await PGlite.create({
    fs,
    extensions: EXTENSIONS,
    startParams: [...startParameters("process"), "-c", "wal_recycle=off", "-c", "min_wal_size=2MB"],
    // Segments of 1 MB instead of 16: half the template's size and of a new store's.
    initDbStartParams: ["--wal-segsize=1"],
  });
  try {
    await database.exec("create extension vector; create extension pg_textsearch");
    await applyMigrations(async (sql) => {
      await database.exec(sql);
    }, 0);
    // What databases are copied from; a store has one. Two files out of three.
    await database.exec("update pg_database set datistemplate = false");
    await database.exec("drop database template0");
    await database.exec("drop database template1");
    await database.exec("vacuum freeze analyze");
  } finally {
    await database.close();
  }
  return fs.tar;
}
