import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ColumnType, Database, LoadValue, Queryable, SqlValue } from "./database.ts";
import { decodeVector } from "./spaces/vector_codec.ts";

const TEXTS = [
  "",
  " ",
  'O\'Brien said "no"; $1 ? :x %s',
  "'); drop table contract.notes; --",
  "back\\slash, {brace}, tab\t, line\n, return\r",
  "NULL",
  "naïve café, 東京, Привет, مرحبا 🙂👩‍👩‍👧",
  "\u0001\u007f\u200b\ufeff\uffff",
  "long ".repeat(20_000),
];
const DATES = [
  "2024-02-29T23:59:59.999Z",
  "1969-12-31T23:59:59.001Z",
  "0001-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
].map((date) => new Date(date));

/**
 * What a promise rejects with. Not `expect().rejects`: Bun's, given a promise that
 * is pending, holds up the messages of threads, and waits for ever.
 */
async function failure(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(() => new Error("It did not reject"), (error) => error);
}

/** One column of each type that can be loaded. */
const COLUMNS: Readonly<Record<string, ColumnType>> = {
  n: "int4",
  label: "text",
  id: "uuid",
  score: "float8",
  data: "jsonb",
  at: "timestamptz",
  embedding: "vector",
};

/**
 * What every {@linkcode Database} does, whatever engine is behind it.
 *
 * @param open Opens a new one with pgvector; it is closed by the suite.
 */
export function databaseContract(name: string, open: () => Promise<Database>): void {
  describe(`database contract: ${name}`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await open();
      const columns = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`);
      await database.query("create schema contract");
      await database.query("create table contract.notes (id int primary key, label text)");
      await database.query(`create table contract.loaded (${columns.join(", ")})`);
    });
    beforeEach(async () => {
      await database.query("truncate contract.notes, contract.loaded");
    });
    afterAll(async () => {
      await database.query("drop schema contract cascade");
      await database.close();
    });

    /** What comes back of a parameter that is sent as `type`. */
    async function echo(value: SqlValue, type: string): Promise<unknown> {
      const [row] = await database.query<{ value: unknown }>(`select $1::${type} as value`, [
        value,
      ]);
      return row?.value;
    }

    async function count(table: string, from: Queryable = database): Promise<number> {
      const [row] = await from.query<{ count: number }>(
        `select count(*)::int as count from contract.${table}`,
      );
      return row!.count;
    }

    test("query() returns texts as they were given", async () => {
      for (const text of TEXTS) expect(await echo(text, "text")).toBe(text);
      expect(await echo(TEXTS, "text[]")).toEqual(TEXTS);
      expect(await echo([], "text[]")).toEqual([]);
    });

    test("query() returns numbers, truths, times and nothing as they were given", async () => {
      for (const number of [0, 1, -1.5, 0.1, Number.MAX_VALUE, Number.MIN_VALUE, 2 ** 53 - 1]) {
        expect(await echo(number, "float8")).toBe(number);
      }
      expect(await echo(-(2 ** 31), "int4")).toBe(-(2 ** 31));
      expect(await echo(2n ** 63n - 1n, "int8::text")).toBe("9223372036854775807");
      expect(await echo(true, "bool")).toBe(true);
      expect(await echo(false, "bool")).toBe(false);
      for (const date of DATES) expect(await echo(date, "timestamptz")).toEqual(date);
      for (const type of ["text", "float8", "bool", "timestamptz", "vector", "text[]"]) {
        expect(await echo(null, type)).toBe(null);
      }
    });

    test("query() sends vectors to the last bit", async () => {
      const floats = fc.float({ noNaN: true, noDefaultInfinity: true });
      await fc.assert(
        fc.asyncProperty(fc.array(floats, { minLength: 1, maxLength: 384 }), async (numbers) => {
          const vector = Float32Array.from(numbers, (x) => x + 0); // no -0: it equals 0
          const [row] = await database.query<{ bytes: Uint8Array }>(
            "select vector_send($1::vector) as bytes",
            [vector],
          );
          expect(decodeVector(row!.bytes)).toEqual(vector);
        }),
        { numRuns: 30 },
      );
    });

    test("query() rejects with DATABASE_FAILED and the SQLSTATE in the cause, and goes on", async () => {
      await database.query("insert into contract.notes values (1, 'one')");
      const failures: [string, SqlValue[], string][] = [
        ["selec 1", [], "42601"],
        ["select * from contract.nothing", [], "42P01"],
        ["insert into contract.notes values (1, 'again')", [], "23505"],
        ["select $1::int", ["one"], "22P02"],
        ["select $1::text", ["nul \0"], "22021"],
        ["select $1::vector", [new Float32Array([Number.NaN])], "22000"],
        ["select 1 / 0", [], "22012"],
        [`select ${"1 + ".repeat(50_000)} 1`, [], "54001"],
      ];
      for (const [sql, parameters, code] of failures) {
        const error = await failure(database.query(sql, parameters));
        expect([sql, error]).toMatchObject([sql, { code: "DATABASE_FAILED", cause: { code } }]);
        expect(await count("notes")).toBe(1);
      }
    });

    test("query() returns no rows for a statement without any", async () => {
      expect(await database.query("set time zone 'UTC'")).toEqual([]);
      expect(await database.query("select 1 as n where false")).toEqual([]);
      expect(await database.query("-- nothing")).toEqual([]);
    });

    test("load() fills columns of every type: 2,000 rows, empty values, nothing", async () => {
      const rows = Array.from({ length: 2000 }, (_, n): LoadValue[] => [
        n,
        TEXTS[n % 8]!,
        `${n.toString(16).padStart(8, "0")}-0000-4000-8000-0123456789AB`,
        n / 3,
        JSON.stringify({ text: TEXTS[n % 8], list: [n, null, true] }),
        DATES[n % DATES.length]!,
        Float32Array.from([n, 1 / (n + 1), -n]),
      ]);
      const empty: LoadValue[] = [2000, "", null, 0, "{}", null, null];
      const nothing: LoadValue[] = [2001, null, null, null, null, null, null];
      expect(await database.load("contract.loaded", COLUMNS, [...rows, empty, nothing])).toBe(2002);
      expect(await database.load("contract.loaded", COLUMNS, [])).toBe(0);

      const loaded = await database.query<Record<string, unknown>>(
        `select n, label, id, score, data, at, vector_send(embedding) as embedding
         from contract.loaded order by n`,
      );
      const found = loaded.map(({ n, label, id, score, data, at, embedding }) => [
        n,
        label,
        id,
        score,
        data,
        at,
        embedding === null ? null : decodeVector(embedding as Uint8Array),
      ]);
      const wanted = [...rows, empty, nothing].map(([n, label, id, score, data, at, embedding]) => [
        n,
        label,
        id === null ? null : (id as string).toLowerCase(),
        score,
        data === null ? null : JSON.parse(data as string),
        at,
        embedding,
      ]);
      expect(found).toEqual(wanted);
    });

    test("load() fills a part of the columns, in the order given", async () => {
      await database.load("contract.loaded", { label: "text", n: "int4" }, [["seven", 7]]);
      expect(await database.query("select n, label, id from contract.loaded"))
        .toEqual([{ n: 7, label: "seven", id: null }]);
    });

    test("load() rejects a wrong row and leaves nothing of the others", async () => {
      const good: LoadValue[] = [1, "one", null, 1, "1", DATES[0]!, new Float32Array([1])];
      const wrong: [string, number, LoadValue][] = [
        ["n", 0, 1.5],
        ["n", 0, 2 ** 31],
        ["n", 0, "1"],
        ["label", 1, 1],
        ["label", 1, "nul \0"],
        ["id", 2, "no uuid"],
        ["id", 2, "g".repeat(32)],
        ["score", 3, "1"],
        ["data", 4, "{"],
        ["at", 5, "2024-01-01"],
        ["at", 5, new Date(Number.NaN)],
        ["embedding", 6, "[1]"],
        ["embedding", 6, new Float32Array([Number.POSITIVE_INFINITY])],
        ["embedding", 6, new Float32Array()],
      ];
      const rows = wrong.map(([, column, value]) => good.with(column, value));
      for (const bad of [...rows, good.slice(1), [...good, null]]) {
        const error = await failure(database.load("contract.loaded", COLUMNS, [good, bad, good]));
        expect([bad, error]).toEqual([bad, expect.any(Error)]);
        expect(await count("loaded")).toBe(0);
      }
      const other = await failure(database.load("contract.loaded", { n: "float8" }, [[1]]));
      expect(other).toMatchObject({ code: "DATABASE_FAILED", cause: { code: "22P03" } });
      const nowhere = await failure(database.load("contract.nothing", COLUMNS, [good]));
      expect(nowhere).toMatchObject({ code: "DATABASE_FAILED", cause: { code: "42P01" } });
      expect(await count("loaded")).toBe(0);
    });

    test("transaction() commits when it resolves, with its value", async () => {
      const value = await database.transaction(async (tx) => {
        await tx.query("insert into contract.notes values (1, 'one')");
        await tx.load("contract.notes", { id: "int4", label: "text" }, [[2, "two"]]);
        return await count("notes", tx);
      });
      expect(value).toBe(2);
      expect(await count("notes")).toBe(2);
    });

    test("transaction() rolls back when it rejects, with the reason", async () => {
      const reason = new Error("changed my mind");
      const rejecting = database.transaction(async (tx) => {
        await tx.query("insert into contract.notes values (1, 'one')");
        throw reason;
      });
      expect(await failure(rejecting)).toBe(reason);
      const failing = database.transaction(async (tx) => {
        await tx.query("insert into contract.notes values (1, 'one')");
        await tx.query("select * from contract.nothing");
      });
      expect(await failure(failing)).toMatchObject({ cause: { code: "42P01" } });
      expect(await count("notes")).toBe(0);
    });

    test("transaction() rejects when it ignored that a statement failed", async () => {
      const ignoring = database.transaction(async (tx) => {
        await tx.query("insert into contract.notes values (1, 'one')");
        await tx.query("select 1 / 0").catch(() => {});
      });
      expect(await failure(ignoring)).toMatchObject({ code: "DATABASE_FAILED" });
      expect(await count("notes")).toBe(0);
      expect(await database.transaction((tx) => tx.query("select 1 as n"))).toEqual([{ n: 1 }]);
    });

    test("transaction() has the connection to itself: what comes meanwhile waits", async () => {
      let others: Promise<unknown[]> | undefined;
      const order: string[] = [];
      await database.transaction(async (tx) => {
        await tx.query("insert into contract.notes values (1, 'one')");
        others = Promise.all([
          count("notes").then((n) => order.push(`query sees ${n}`)),
          database.transaction(async (tx) =>
            order.push(`transaction sees ${await count("notes", tx)}`)
          ),
        ]);
        await new Promise((resolve) => setTimeout(resolve, 20));
        await tx.query("insert into contract.notes values (2, 'two')");
        order.push("first");
      });
      await others;
      expect(order).toEqual(["first", "query sees 2", "transaction sees 2"]);
    });

    test("transaction() ends its handle", async () => {
      let kept: Queryable | undefined;
      await database.transaction(async (tx) => {
        kept = tx;
        await tx.query("select 1");
      });
      expect(await failure(kept!.query("select 1"))).toBeInstanceOf(TypeError);
      const loading = kept!.load("contract.notes", { id: "int4" }, [[9]]);
      expect(await failure(loading)).toBeInstanceOf(TypeError);
      expect(await count("notes")).toBe(0);
    });

    test("maintain() runs what may not run in a transaction", async () => {
      await database.maintain("vacuum analyze contract.notes");
      const inside = database.transaction((tx) => tx.query("vacuum contract.notes"));
      expect(await failure(inside)).toMatchObject({ cause: { code: "25001" } });
      expect(await failure(database.maintain("vacuum contract.nothing"))).toMatchObject({
        code: "DATABASE_FAILED",
        cause: { code: "42P01" },
      });
    });

    test("capabilities say what the engine is and can do", async () => {
      const { engine, vector, bm25 } = database.capabilities;
      expect(engine).toMatch(/\S+ \d+/);
      expect(vector).toMatch(/^\d+\.\d+/);
      const [row] = await database.query<{ has: boolean }>(
        "select exists (select from pg_extension where extname = 'pg_textsearch') as has",
      );
      expect(bm25).toBe(row!.has);
    });

    test("close() lets finish what runs, and rejects what waits and what comes after", async () => {
      const other = await open();
      let started: (() => void) | undefined;
      const underWay = new Promise<void>((resolve) => started = resolve);
      const running = other.transaction(async (tx) => {
        started!();
        await tx.query("select pg_sleep(0.05)");
        return await tx.query("select 1 as n");
      });
      const waiting = failure(other.query("select 2"));
      await underWay;
      const closing = [other.close(), other.close()];
      const after = [
        other.query("select 3"),
        other.load("contract.notes", { id: "int4" }, [[1]]),
        other.transaction(() => Promise.resolve()),
        other.maintain("vacuum"),
      ].map(failure);
      expect(await running).toEqual([{ n: 1 }]);
      const closed = expect.objectContaining({ code: "STORE_CLOSED" });
      expect(await waiting).toEqual(closed);
      for (const call of after) expect(await call).toEqual(closed);
      await Promise.all(closing);
      await other.close();
      expect(await failure(other.query("select 4"))).toEqual(closed);
    });
  });
}
