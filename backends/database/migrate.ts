import { migrations } from "../../migrations/mod.ts";
import type { Database } from "../../src/database.ts";
import { BicameralError } from "../../src/errors.ts";

/** Version of a store that has every migration. */
export const LATEST_VERSION: number = migrations.length;

/**
 * Brings a database up to date: each missing migration in a transaction of its
 * own together with its record, so that being killed anywhere leaves it before or
 * after a migration, never inside. Running it again changes nothing.
 *
 * @returns The versions that were applied now.
 * @throws {BicameralError} `STORE_VERSION` when a newer Bicameral migrated it, or
 * when an applied migration is not the one of this release.
 */
export async function migrate(database: Database): Promise<number[]> {
  const applied = await appliedMigrations(database);
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > LATEST_VERSION) throw newerStore(newest);
  for (const { version, sha256 } of applied) {
    if (migrations[version - 1]?.sha256 !== sha256) {
      throw new BicameralError(
        "STORE_VERSION",
        `Migration ${version} of the store is not the one of this release; it was made by another build.`,
      );
    }
  }
  return await applyMigrations(async (sql) => {
    await database.transaction(async (tx) => {
      for (const statement of splitStatements(sql)) await tx.query(statement);
    });
  }, newest);
}

/** Runs the migrations after `version` through `run`, one call each, record included. */
export async function applyMigrations(
  run: (sql: string) => Promise<void>,
  version: number,
): Promise<number[]> {
  const done: number[] = [];
  for (const migration of migrations.slice(version)) {
    await run(
      `${migration.sql}\n;insert into bicameral.meta (key, value) values ` +
        `('migration:${String(migration.version).padStart(4, "0")}', '${migration.sha256}')`,
    );
    done.push(migration.version);
  }
  return done;
}

/** What a directory or database of a newer release is refused with. */
export function newerStore(version: number): BicameralError {
  return new BicameralError(
    "STORE_VERSION",
    `The store has schema version ${version}; this release knows up to ${LATEST_VERSION}.` +
      " Use the newer Bicameral that wrote it. Nothing was changed.",
  );
}

async function appliedMigrations(
  database: Database,
): Promise<{ version: number; sha256: string }[]> {
  const [exists] = await database.query<{ meta: string | null }>(
    "select to_regclass('bicameral.meta')::text as meta",
  );
  if (!exists?.meta) return [];
  const rows = await database.query<{ key: string; value: string }>(
    "select key, value from bicameral.meta where key like 'migration:%' order by key",
  );
  return rows.map((row) => ({
    version: Number(row.key.slice("migration:".length)),
    sha256: row.value,
  }));
}

/** Comments, strings, quoted names, dollar quotes, and what ends a statement. */
const TOKEN =
  /--[^\n]*|\/\*|\b[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$((?:[^\W\d]\w*)?)\$[\s\S]*?\$\1\$|;/g;

/** Splits at semicolons outside of quotes, dollar quotes and comments; leaves out empty statements. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  const token = new RegExp(TOKEN);
  let start = 0;
  let code = "";
  let end = 0;
  const take = (until: number) => {
    if (code.trim() !== "") statements.push(sql.slice(start, until));
    start = until + 1;
    code = "";
  };
  for (let match = token.exec(sql); match !== null; match = token.exec(sql)) {
    code += sql.slice(end, match.index);
    if (match[0] === "/*") token.lastIndex = endOfComment(sql, match.index);
    else if (match[0] === ";") take(match.index);
    else if (!match[0].startsWith("--")) code += match[0];
    end = token.lastIndex;
  }
  code += sql.slice(end);
  take(sql.length);
  return statements;
}

/** Behind a comment that begins at `start`; comments nest. */
function endOfComment(sql: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let match = edge.exec(sql); match !== null; match = edge.exec(sql)) {
    depth += match[0] === "/*" ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return sql.length;
}
