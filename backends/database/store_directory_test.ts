import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createTar } from "nanotar";
import { listing } from "../../testing/listing.ts";
import { makeScratch } from "../../testing/stores.ts";
import { LATEST_VERSION } from "./migrate.ts";
import { createDatabase, takeDirectory } from "./store_directory.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

let directory: string;
beforeEach(() => directory = scratch.path());

/** Writes files by their paths in the directory. */
function lay(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

async function take(location: string = directory): Promise<{ path: string }> {
  const owned = await takeDirectory(location, false);
  owned.release();
  return owned;
}

async function refusal(location: string = directory): Promise<Error & { code: string }> {
  return await take(location).then(() => new Error("It was taken"), (error) => error);
}

describe("takeDirectory()", () => {
  const marker = JSON.stringify({ format: 1, postgres: "18", schema: LATEST_VERSION });

  test("takeDirectory() makes what is absent, with a marker, and takes it again", async () => {
    const nested = join(directory, "a", "b");
    expect(await take(nested)).toMatchObject({ path: nested });
    expect(JSON.parse(readFileSync(join(nested, "bicameral.json"), "utf8"))).toEqual({
      format: 1,
      engine: expect.stringMatching(/^pglite \d/),
      postgres: "18",
      schema: LATEST_VERSION,
    });
    const [before] = listing(nested);
    await take(nested);
    expect(listing(nested)[0]).toEqual(before);
    expect(readdirSync(nested).sort()).toEqual(["bicameral.json", "claims"]);
  });

  test("takeDirectory() takes what an opener that was killed left behind", async () => {
    lay({
      "claims/0.json.new": "",
      "bicameral.json.new": "",
      "pg.new-01234567-89ab-cdef-0123-456789abcdef/PG_VERSION": "",
    });
    await take();
    expect(existsSync(join(directory, "bicameral.json"))).toBe(true);
  });

  test("takeDirectory() raises the marker of an older schema", async () => {
    lay({ "bicameral.json": JSON.stringify({ format: 1, schema: 0 }), "pg/PG_VERSION": "18\n" });
    await take();
    expect(readFileSync(join(directory, "bicameral.json"), "utf8"))
      .toContain(`"schema": ${LATEST_VERSION}`);
  });

  test("takeDirectory() knows a directory through a symbolic link", async () => {
    const link = scratch.path();
    mkdirSync(directory);
    symlinkSync(directory, link);
    const { path, release } = await takeDirectory(link, false);
    expect(path).toBe(directory);
    for (const name of [link, directory, `${directory}/.`]) {
      expect(await refusal(name)).toMatchObject({ code: "STORE_LOCKED" });
    }
    release();
    expect((await take()).path).toBe(directory);
  });

  const refused: [string, string, Record<string, string>][] = [
    ["holds something else", "STORE_UNREADABLE", { "letters/mother.txt": "dear" }],
    ["holds a database without its marker", "STORE_UNREADABLE", { "pg/PG_VERSION": "18\n" }],
    ["has a marker that is no JSON", "STORE_UNREADABLE", { "bicameral.json": "{" }],
    ["has an empty marker", "STORE_UNREADABLE", { "bicameral.json": "" }],
    ["has a marker of something else", "STORE_UNREADABLE", { "bicameral.json": "[1]" }],
    ["has a database of no version", "STORE_UNREADABLE", {
      "bicameral.json": marker,
      "pg/PG_VERSION": "",
    }],
    ["has a database without PG_VERSION", "STORE_UNREADABLE", {
      "bicameral.json": marker,
      "pg/global/pg_control": "x",
    }],
    ["is of a newer schema", "STORE_VERSION", {
      "bicameral.json": JSON.stringify({ format: 1, schema: LATEST_VERSION + 1 }),
      "pg/PG_VERSION": "18\n",
    }],
    ["is of a newer format", "STORE_VERSION", {
      "bicameral.json": JSON.stringify({ format: 2, schema: 1 }),
    }],
    ["is of another Postgres", "STORE_VERSION", {
      "bicameral.json": marker,
      "pg/PG_VERSION": "17\n",
    }],
  ];
  for (const [what, code, files] of refused) {
    test(`takeDirectory() refuses what ${what}, and touches nothing`, async () => {
      lay(files);
      const before = listing(directory);
      expect(await refusal()).toMatchObject({ code });
      expect(listing(directory)).toEqual(before);
    });
  }

  test("takeDirectory() refuses what is no directory", async () => {
    writeFileSync(directory, "a file");
    expect(await refusal()).toMatchObject({ code: "STORE_UNREADABLE" });
    expect(await refusal(join(directory, "below"))).toMatchObject({ code: "STORE_UNREADABLE" });
    expect(readFileSync(directory, "utf8")).toBe("a file");
    const link = scratch.path();
    symlinkSync(join(directory, "nowhere"), link);
    expect(await refusal(link)).toMatchObject({ code: "STORE_UNREADABLE" });
  });
});

describe("createDatabase()", () => {
  const tar = createTar([
    { name: "PG_VERSION", data: "18\n" },
    { name: "base/", attrs: { mode: "700" } },
    { name: "base/5/", attrs: { mode: "700" } },
    { name: "base/5/1259", data: new Uint8Array(8192).fill(7) },
    { name: "base/5/empty", data: "" },
    { name: "pg_notify/", attrs: { mode: "700" } },
  ]);

  test("createDatabase() lays out the template, and clears away half ones", async () => {
    for (const flush of [true, false]) {
      mkdirSync(join(directory, "pg.new-half", "base"), { recursive: true });
      await createDatabase(directory, tar, flush);
      expect(readdirSync(directory)).toEqual(["pg"]);
      expect(listing(join(directory, "pg")).map((line) => line.split(" ")[0])).toEqual([
        "PG_VERSION",
        "base",
        "base/5",
        "base/5/1259",
        "base/5/empty",
        "pg_notify",
      ]);
      expect(readFileSync(join(directory, "pg/base/5/1259"))[8191]).toBe(7);
      rmSync(join(directory, "pg"), { recursive: true });
    }
  });

  test("createDatabase() leaves nothing where it fails", async () => {
    mkdirSync(join(directory, "pg"), { recursive: true });
    writeFileSync(join(directory, "pg", "kept"), "");
    const error = await createDatabase(directory, tar, true).catch((error) => error);
    expect(error).toMatchObject({ code: "STORE_UNREADABLE" });
    expect(readdirSync(directory)).toEqual(["pg"]);
    expect(readdirSync(join(directory, "pg"))).toEqual(["kept"]);
  });
});
