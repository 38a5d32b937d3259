import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { migrations } from "../../migrations/mod.ts";
import { applyMigrations } from "./migrate.ts";
import { EXTENSIONS, PGLITE_VERSION, startParameters } from "./pglite_settings.ts";

/**
 * An empty database with every migration applied, as a tar: opening from it takes
 * a tenth of what initdb takes. The package carries it; a checkout builds it once
 * into the cache directory.
 */

/** Name of the template for this engine and these migrations; others are never mistaken for it. */
export function templateName(): string {
  const last = migrations.at(-1);
  return `template-pglite-${PGLITE_VERSION}-${last?.name}-${last?.sha256.slice(0, 8)}.tar.gz`;
}

/** The template's tar, from the package, else the cache, else built now. */
export async function loadTemplate(cacheDirectory: string): Promise<Uint8Array<ArrayBuffer>> {
  const packaged = fileURLToPath(new URL(`../../template/${templateName()}`, import.meta.url));
  const cached = join(cacheDirectory, templateName());
  for (const path of [packaged, cached]) {
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
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${crypto.randomUUID()}.new`;
  try {
    writeFileSync(draft, gzipSync(tar));
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Runs initdb and the migrations in memory, about 4 s. */
export async function buildTemplate(): Promise<Uint8Array<ArrayBuffer>> {
  const database = await PGlite.create("memory://", {
    extensions: EXTENSIONS,
    startParams: startParameters("relaxed"),
    // Segments of 1 MB instead of 16: half the template's size and of a new store's.
    initDbStartParams: ["--wal-segsize=1"],
  });
  try {
    await database.exec("create extension vector; create extension pg_textsearch");
    await applyMigrations(async (sql) => {
      await database.exec(sql);
    }, 0);
    await database.exec("vacuum freeze analyze");
    await database.exec("checkpoint");
    const dump = await database.dumpDataDir("none");
    return new Uint8Array(await dump.arrayBuffer());
  } finally {
    await database.close();
  }
}
