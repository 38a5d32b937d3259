import { afterAll, expect, test } from "bun:test";
import { startChild } from "../../testing/child.ts";
import { CACHE, FULL, makeScratch } from "../../testing/stores.ts";
import { openPglite } from "./pglite.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

const KILLS = FULL ? 30 : 4;

test(`elevate() leaves no elevated row without its bump in ${KILLS} kills`, async () => {
  const location = scratch.path();
  const acknowledged: string[] = [];
  for (let run = 0; run < KILLS; run++) {
    const child = startChild("testing/programs/elevate_for_ever", [location, String(run)]);
    await child.line(/ready/);
    // On a busy machine the first one may take longer than the random moment leaves.
    if (run % 2 === 0) await child.wrote(2);
    await new Promise((resolve) => setTimeout(resolve, 400 * Math.random()));
    const { lines, errors } = await child.kill();
    expect(errors).toBe("");
    acknowledged.push(...lines.slice(1));
    const database = await openPglite({ location, cacheDirectory: CACHE });
    try {
      const rows = await database.query<Record<string, unknown> & { id: string }>(
        `select m.id, m.trust_score, v.trust_score as large_trust, v.elevated_by,
           c.code = binary_quantize(v.embedding)::bit(1024) as coded,
           (select count(*)::int from bicameral.memory_events e
            where e.namespace = m.namespace and e.memory_id = m.id and kind = 'elevated') as events
         from bicameral.memories m
         left join bicameral.memories_1024 v on v.namespace = m.namespace and v.memory_id = m.id
         left join bicameral.memories_1024_codes c on c.namespace = m.namespace and c.id = m.id`,
      );
      const elevated = rows.filter((row) => row["large_trust"] !== null);
      for (const { id, ...row } of elevated) {
        const whole = { trust_score: 0.6, large_trust: 0.6, elevated_by: "user", coded: true };
        expect([id, row]).toEqual([id, { ...whole, events: 1 }]);
      }
      for (const { id, ...row } of rows.filter((row) => row["large_trust"] === null)) {
        expect([id, row["trust_score"], row["events"]]).toEqual([id, 0.5, 0]);
      }
      const ids = new Set(elevated.map(({ id }) => id));
      expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    } finally {
      await database.close();
    }
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(KILLS / 2);
}, FULL ? 300_000 : 60_000);
