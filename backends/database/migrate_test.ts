import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { migrations } from "../../migrations/mod.ts";
import type { Database } from "../../src/database.ts";
import { startChild } from "../../testing/child.ts";
import { interrupted } from "../../testing/interrupted_database.ts";
import { CACHE, FULL, makeScratch } from "../../testing/stores.ts";
import { LATEST_VERSION, migrate, splitStatements } from "./migrate.ts";
import { openPglite } from "./pglite.ts";

const scratch = makeScratch();
const versions = migrations.map(({ version }) => version);
/** Statements of all migrations, with their records. */
const STATEMENTS = migrations.flatMap(({ sql }) => [...splitStatements(sql), "record"]).length;

let database: Database;
/** What the template's migrations made. */
let wanted: unknown[];
beforeAll(async () => {
  database = await openPglite({ location: "memory://", cacheDirectory: CACHE });
  wanted = await schemaOf(database);
});
afterAll(async () => {
  await database.close();
  scratch.remove();
});

async function empty(): Promise<void> {
  await database.query("drop schema if exists bicameral cascade");
}

/** Columns, indexes, constraints, triggers and functions of the schema, and which migrations made them. */
async function schemaOf(database: Database): Promise<unknown[]> {
  return await database.query(
    `select 'column', table_name, column_name, data_type || is_nullable || coalesce(column_default, '')
       from information_schema.columns where table_schema = 'bicameral'
     union all select 'index', tablename, indexname, indexdef
       from pg_indexes where schemaname = 'bicameral'
     union all select 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
       from pg_constraint where connamespace = 'bicameral'::regnamespace
     union all select 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid)
       from pg_trigger where not tgisinternal
     union all select 'function', '', proname, prosrc
       from pg_proc where pronamespace = 'bicameral'::regnamespace
     union all select 'migration', '', key, value from bicameral.meta
     order by 1, 2, 3, 4`,
  );
}

describe("migrate()", () => {
  test("migrate() changes nothing of a store that is up to date", async () => {
    expect(await migrate(database)).toEqual([]);
    expect(await schemaOf(database)).toEqual(wanted);
  });

  test("migrate() makes of nothing what the template has, once", async () => {
    await empty();
    expect(await migrate(database)).toEqual(versions);
    expect(await migrate(database)).toEqual([]);
    expect(await schemaOf(database)).toEqual(wanted);
  });

  test("migrate() stands before or after a migration, whichever statement fails", async () => {
    const reason = new Error("interrupted");
    for (let n = 0; n < STATEMENTS; n++) {
      await empty();
      const failing = migrate(interrupted(database, n, () => {
        throw reason;
      }));
      expect(await failing.catch((error) => error)).toBe(reason);
      const [{ schemas }] = await database.query<{ schemas: number }>(
        "select count(*)::int as schemas from pg_namespace where nspname = 'bicameral'",
      ) as [{ schemas: number }];
      const records = schemas === 0 ? [] : await database.query("select from bicameral.meta");
      expect(await migrate(database)).toEqual(versions.slice(records.length));
    }
    expect(await schemaOf(database)).toEqual(wanted);
  }, 60_000);

  test("migrate() refuses a store of a newer release, or whose migrations are others", async () => {
    const later = `migration:${String(LATEST_VERSION + 1).padStart(4, "0")}`;
    await database.query("insert into bicameral.meta values ($1, 'later')", [later]);
    expect(await migrate(database).catch((error) => error)).toMatchObject({
      code: "STORE_VERSION",
      message: expect.stringContaining(`schema version ${LATEST_VERSION + 1}`),
    });
    await database.query("delete from bicameral.meta where key = $1", [later]);

    await database.query("update bicameral.meta set value = 'other' where key = 'migration:0001'");
    expect(await migrate(database).catch((error) => error)).toMatchObject({
      code: "STORE_VERSION",
      message: expect.stringContaining("Migration 1"),
    });
    await empty();
    await migrate(database);
  });

  test("migrate() survives being killed at any statement", async () => {
    const middle = Math.floor(STATEMENTS / 2);
    const moments = FULL ? Array.from({ length: STATEMENTS }, (_, n) => n) : [middle];
    for (const moment of moments) {
      const location = scratch.path();
      const child = startChild("testing/programs/migrate_and_die", [location, String(moment)]);
      expect((await child.ended).lines).toEqual(["empty"]);
      const reopened = await openPglite({ location, cacheDirectory: CACHE });
      try {
        expect(await schemaOf(reopened)).toEqual(wanted);
      } finally {
        await reopened.close();
      }
    }
  }, FULL ? 300_000 : 30_000);
});

describe("splitStatements()", () => {
  /** A piece of SQL that may hold a semicolon, which does not end the statement. */
  const piece = fc.oneof(
    fc.constantFrom("select", " ", "\n", "a.b", "$1", "(x, 1.5)", "::text", "-", "/", "*"),
    fc.string().map((text) => `'${text.replaceAll("'", "''")}'`),
    fc.string().map((text) => `"${text.replaceAll('"', '""')}"`),
    fc.string().map((text) => ` E'${text.replaceAll(/[\\']/g, "\\$&")}'`),
    fc.string().map((text) => `--${text.replaceAll("\n", "")}\n`),
    fc.string().map((text) => `/*${text.replaceAll(/[*/]/g, "")}/* nested; */ ; */`),
    fc.tuple(fc.constantFrom("", "a", "body"), fc.string())
      .map(([tag, text]) => ` $${tag}$${text.replaceAll("$", "")} ; '$${tag}$`),
  );
  const statement = fc.array(piece, { maxLength: 6 })
    .map((pieces) => `select ${pieces.join(" ")} ;`.replace(/;$/, ""));

  test("splitStatements() splits at the semicolons that end statements", () => {
    fc.assert(
      fc.property(fc.array(statement, { minLength: 1, maxLength: 5 }), (statements) => {
        expect(splitStatements(statements.join(";"))).toEqual(statements);
        expect(splitStatements(`${statements.join(";")};`)).toEqual(statements);
      }),
    );
  });

  test("splitStatements() leaves out what is empty or nothing but comments", () => {
    expect(splitStatements("")).toEqual([]);
    expect(splitStatements(" ;; -- one;\n; /* two; */ ;\n")).toEqual([]);
    expect(splitStatements("-- why\nselect '--';")).toEqual(["-- why\nselect '--'"]);
  });

  test("splitStatements() gives the migrations' statements back, whole", () => {
    for (const { sql } of migrations) {
      const statements = splitStatements(sql);
      expect(statements.length).toBeGreaterThan(2);
      expect(sql.startsWith(statements.join(";"))).toBe(true);
    }
  });
});
