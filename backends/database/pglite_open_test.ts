import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { versions } from "node:process";
import { startChild } from "../../testing/child.ts";
import { listing } from "../../testing/listing.ts";
import { CACHE, makeScratch } from "../../testing/stores.ts";
import { openPglite } from "./pglite.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

/** A store that was closed, with a note in it. */
const sound = scratch.path();
beforeAll(async () => {
  const database = await openPglite({ location: sound, cacheDirectory: CACHE });
  await database.query("create table public.notes as select 'kept' as text");
  await database.close();
}, 30_000);

/** A copy of the sound store to do harm to. */
function copy(): string {
  const location = scratch.path();
  cpSync(sound, location, { recursive: true });
  return location;
}

async function read(location: string): Promise<unknown[]> {
  const database = await openPglite({ location, cacheDirectory: CACHE });
  try {
    return await database.query("select text from public.notes");
  } finally {
    await database.close();
  }
}

async function refusal(location: string, force = false): Promise<{ code: string }> {
  return await openPglite({ location, cacheDirectory: CACHE, force }).then(async (database) => {
    await database.close();
    return { code: "it opened" };
  }, (error) => error);
}

describe("openPglite()", () => {
  test("openPglite() opens a directory once at a time, by whatever name", async () => {
    const location = copy();
    const link = scratch.path();
    symlinkSync(location, link);
    const openings = [location, link, location].map((location) =>
      openPglite({ location, cacheDirectory: CACHE })
    );
    const settled = await Promise.allSettled(openings);
    const [first, ...more] = settled.flatMap((one) =>
      one.status === "fulfilled" ? [one.value] : []
    );
    expect(more).toEqual([]);
    for (const one of settled) {
      if (one.status === "rejected") expect(one.reason.code).toBe("STORE_LOCKED");
    }
    const opened = first ?? await openPglite({ location, cacheDirectory: CACHE });
    const askedAt = performance.now();
    expect(await refusal(link, true)).toMatchObject({ code: "STORE_LOCKED" });
    expect(performance.now() - askedAt).toBeLessThan(500);
    await opened.close();
    expect(await read(link)).toEqual([{ text: "kept" }]);
  });

  test("openPglite() does not touch a store of a newer schema or another Postgres", async () => {
    const location = copy();
    const marker = join(location, "bicameral.json");
    const { schema, ...rest } = JSON.parse(readFileSync(marker, "utf8"));
    const version = join(location, "pg", "PG_VERSION");
    for (
      const [file, text] of [
        [marker, JSON.stringify({ schema: schema + 1, ...rest })],
        [version, "17\n"],
      ] as const
    ) {
      const before = readFileSync(file);
      writeFileSync(file, text);
      const untouched = listing(location);
      expect(await refusal(location)).toMatchObject({ code: "STORE_VERSION" });
      expect(await refusal(location, true)).toMatchObject({ code: "STORE_VERSION" });
      expect(listing(location)).toEqual(untouched);
      writeFileSync(file, before);
    }
    expect(await read(location)).toEqual([{ text: "kept" }]);
  });

  const harms: [string, (data: string) => void][] = [
    ["whose control file is wiped", (data) => {
      writeFileSync(join(data, "global/pg_control"), new Uint8Array(8192));
    }],
    ["whose log is gone", (data) => {
      for (const name of readdirSync(join(data, "pg_wal"))) {
        if (name.length === 24) rmSync(join(data, "pg_wal", name));
      }
    }],
    ["whose catalogue is cut short", (data) => {
      truncateSync(join(data, "base/5/1259"), 100);
    }],
  ];
  for (const [what, harm] of harms) {
    test(`openPglite() refuses a store ${what}, and makes no other of it`, async () => {
      const location = copy();
      harm(join(location, "pg"));
      const paths = () => listing(join(location, "pg")).map((line) => line.split(" ")[0]);
      // The server writes down its pid, and makes caches of its own anew.
      const dispensable = /postmaster\.pid|pg_internal\.init/;
      const before = paths().filter((path) => !dispensable.test(path!));
      for (let tries = 0; tries < 2; tries++) {
        expect(await refusal(location)).toMatchObject({ code: "STORE_UNREADABLE" });
      }
      expect(paths()).toEqual(expect.arrayContaining(before));
      for (const path of ["global/pg_control", "base/5/1259"]) {
        copyFileSync(join(sound, "pg", path), join(location, "pg", path));
      }
      cpSync(join(sound, "pg/pg_wal"), join(location, "pg/pg_wal"), { recursive: true });
      expect(await read(location)).toEqual([{ text: "kept" }]);
    });
  }

  const ends: [string, string][] = [
    ["thread dies", "-- die"],
    ["server's stack overflows", `select '${"[".repeat(500_000)}'::jsonb`],
  ];
  for (const [what, statement] of ends) {
    test(`openPglite() answers every call with an error when its ${what}, and opens again`, async () => {
      const location = copy();
      const frail = new URL("../../testing/frail_database_thread", import.meta.url);
      const database = await openPglite({ location, cacheDirectory: CACHE }, frail);
      const broken = expect.objectContaining({ code: "DATABASE_FAILED" });
      const calls = [
        database.query(statement),
        database.query("select 1"),
        database.transaction((tx) => tx.query("select 1")),
        database.maintain("checkpoint"),
      ];
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toEqual({ status: "rejected", reason: broken });
      }
      await database.close();
      expect(await read(location)).toEqual([{ text: "kept" }]);
    });
  }

  test.skipIf(versions.deno === undefined)(
    "openPglite() says what it needs to tell whether an owner is dead (needs Deno)",
    async () => {
      const location = copy();
      const owner = startChild("testing/programs/add_for_ever", [location, "process", "1"]);
      await owner.line(/ready/);
      await owner.kill();
      const permissions = ["--allow-read", "--allow-write", "--allow-env", "--allow-sys"];
      const blind = startChild("testing/programs/open_store", [location], { permissions });
      const { code, errors } = await blind.ended;
      expect(code).toBe(1);
      expect(errors).toMatch(/in use by process \d+ .*can't be told from here.*--allow-all/);
      expect(await read(location)).toEqual([{ text: "kept" }]);
    },
  );

  test("openPglite() makes the directories above a new store, and keeps others out of it", async () => {
    const location = join(scratch.path(), "above", "store");
    mkdirSync(join(location, "..", ".."), { recursive: true });
    const database = await openPglite({ location, cacheDirectory: CACHE });
    await database.close();
    expect(listing(location).filter((line) => /^(?:bicameral.json|claims|pg) /.test(line))).toEqual(
      [
        expect.stringMatching(/^bicameral.json 100/),
        expect.stringMatching(/^claims 40/),
        expect.stringMatching(/^pg 40700/),
      ],
    );
  });
});
