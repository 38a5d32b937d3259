import { afterAll, describe, expect, test } from "bun:test";
import { startChild } from "../../testing/child.ts";
import { foundInIndex } from "../../testing/lexical_index.ts";
import { CACHE, FULL, makeScratch } from "../../testing/stores.ts";
import { openPglite } from "./pglite.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

const KILLS = FULL ? 30 : 4;

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

describe("openPglite()", () => {
  test(`openPglite() loses no acknowledged memory in ${KILLS} kills`, async () => {
    const location = scratch.path();
    const acknowledged: string[] = [];
    for (let run = 0; run < KILLS; run++) {
      const durability = run % 2 === 0 ? "strict" : "process";
      const child = startChild("testing/programs/add_for_ever", [
        location,
        durability,
        String(run),
      ]);
      await child.wrote(1 + Math.floor(200 * Math.random()));
      await sleep(30 * Math.random());
      const { lines, errors } = await child.kill();
      expect(errors).toBe("");
      acknowledged.push(...lines.slice(1));

      const database = await openPglite({ location, cacheDirectory: CACHE });
      try {
        const rows = await database.query<{ id: string; whole: boolean }>(
          `select m.id, m.embedding is not null and c.code = binary_quantize(m.embedding)::bit(384) as whole
           from bicameral.memories m left join bicameral.memories_codes c using (namespace, id)`,
        );
        const whole = new Set(rows.filter((row) => row.whole).map((row) => row.id));
        expect(rows.length).toBe(whole.size);
        expect(acknowledged.filter((id) => !whole.has(id))).toEqual([]);
        // Each note is found by its words, and nothing that was rolled back is.
        const ids = rows.map((row) => row.id).sort();
        expect(await foundInIndex(database, "river")).toEqual(ids);
        // What came through the crash is sound: the indexes agree with the table.
        await database.maintain("vacuum bicameral.memories");
        expect(await foundInIndex(database, "river")).toEqual(ids);
      } finally {
        await database.close();
      }
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS * 10);
  }, FULL ? 300_000 : 60_000);

  test("openPglite() loses the last moment alone when killed while relaxed", async () => {
    const location = scratch.path();
    const child = startChild("testing/programs/add_for_ever", [location, "relaxed", "1", "1"]);
    await child.wrote(41);
    await sleep(500);
    const acknowledged = (await child.kill()).lines.slice(1);
    const database = await openPglite({ location, cacheDirectory: CACHE });
    try {
      const [row] = await database.query<{ count: number }>(
        "select count(*)::int as count from bicameral.memories where id = any ($1::uuid[])",
        [acknowledged],
      );
      expect(row!.count).toBe(acknowledged.length);
    } finally {
      await database.close();
    }
  }, 60_000);
});
