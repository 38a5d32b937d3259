import { afterAll, describe, expect, test } from "bun:test";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { parseTar } from "nanotar";
import { startChild } from "../../testing/child.ts";
import { CACHE, FULL, makeScratch } from "../../testing/stores.ts";
import { loadTemplate, templateName, writeTemplate } from "./template.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

/** `pg_control` says in its 17th byte how the server ended: 1 is a shutdown in order. */
const SHUT_DOWN = 1;

describe("loadTemplate()", () => {
  test("loadTemplate() gives a database that was shut down, and no other than a store's", async () => {
    const entries = parseTar(await loadTemplate(CACHE));
    const control = entries.find(({ name }) => name.endsWith("global/pg_control"));
    expect(control!.data![16]).toBe(SHUT_DOWN);
    const databases = entries.map(({ name }) => /\bbase\/(\d+)\/PG_VERSION$/.exec(name)?.[1]);
    expect(databases.filter((name) => name !== undefined)).toHaveLength(1);
    // Each is flushed to the disk when a store is made.
    expect(entries.filter(({ type }) => type !== "directory").length).toBeLessThan(450);
  });

  test(
    "loadTemplate() builds anew what is cut short, and is killed without leaving a half",
    async () => {
      const cache = scratch.path();
      mkdirSync(cache);
      const path = join(cache, templateName());
      writeTemplate(path, await loadTemplate(CACHE));
      truncateSync(path, statSync(path).size - 100);

      for (let kills = 0; kills < (FULL ? 5 : 1); kills++) {
        const child = startChild("testing/programs/load_template", [cache]);
        await child.line(/loading/);
        await new Promise((resolve) => setTimeout(resolve, 200 + 2000 * Math.random()));
        if ((await child.kill()).lines.length > 1) break; // it was faster
      }
      const child = startChild("testing/programs/load_template", [cache]);
      const { lines, errors } = await child.ended;
      expect([lines[1], errors]).toEqual([expect.stringMatching(/^loaded \d{8}$/), ""]);
      const again = await startChild("testing/programs/load_template", [cache]).ended;
      expect(again.lines).toEqual(lines);
      expect(readdirSync(cache)).toEqual([templateName()]);
    },
    60_000,
  );
});

describe("writeTemplate()", () => {
  test("writeTemplate() clears away drafts that builds left which were killed long ago", () => {
    const cache = scratch.path();
    const path = join(cache, templateName());
    mkdirSync(cache);
    for (const name of ["old", "young"]) writeFileSync(`${path}.${name}.new`, "");
    const yesterday = new Date(Date.now() - 86_400_000);
    utimesSync(`${path}.old.new`, yesterday, yesterday);
    writeTemplate(path, new Uint8Array(10));
    expect(readdirSync(cache).sort()).toEqual([templateName(), `${templateName()}.young.new`]);
    expect(readFileSync(path).length).toBeGreaterThan(10);
  });
});
