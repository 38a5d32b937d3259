import { splitStatements } from "../backends/database/migrate.ts";
import { migrations } from "../migrations/mod.ts";
import type { Database } from "../src/database.ts";
import { DEFAULT_TEXT_TEMPLATE, type Turn, turnText } from "../src/embed/turn_text.ts";
import { defineSpace, SMALL } from "../src/spaces/space.ts";
import { fakeEmbedder } from "./fake_embedder.ts";
import { readLines, type ReferenceVectors } from "./references.ts";

const COUNT = 76;
const texts = readLines<ReferenceVectors>("vectors_minilm.jsonl").map(({ text }) => text);

/** What an older store holds. */
export const TURNS: readonly (Turn & { readonly speaker: string })[] = Array.from(
  { length: COUNT },
  (_, i) => ({
    text: `${texts[i % texts.length]} ${["one", "two", "three", "four", "five"][i % 5]} ${i}`,
    speaker: ["Ines", "Jiahui", "Mira"][i % 3] as string,
    occurredAt: new Date(Date.UTC(2026, 0, 1 + i)),
  }),
);

/** How many of them full-text search finds by the name of a speaker. */
export const OF_MIRA: number =
  TURNS.filter(({ speaker, text }) => /\bMira\b/.test(`${speaker}: ${text}`)).length;

/** Makes of a new store, without anything in it, one as a release left it that had these migrations alone. */
export async function makeOlder(database: Database, version: number): Promise<void> {
  await database.query("drop schema bicameral cascade");
  for (const { version: own, sql, sha256 } of migrations.slice(0, version)) {
    for (const statement of splitStatements(sql)) await database.query(statement);
    await database.query("insert into bicameral.meta values ($1, $2)", [
      `migration:${String(own).padStart(4, "0")}`,
      sha256,
    ]);
  }
  const source = fakeEmbedder();
  const space = await defineSpace(SMALL, source.model, DEFAULT_TEXT_TEMPLATE);
  const model = await source.open();
  for (const [i, turn] of TURNS.entries()) {
    const { text, speaker, occurredAt } = turn;
    const [vector] = await model.embedDocuments([turnText(DEFAULT_TEXT_TEMPLATE, turn)]);
    await database.query(
      `insert into bicameral.memories
         (id, text, embedding, space_id, content_hash, speaker, occurred_at, metadata)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7::jsonb)`,
      [
        text,
        vector as Float32Array,
        space.id,
        `hash ${i}`,
        speaker,
        occurredAt,
        JSON.stringify({ place: i }),
      ],
    );
  }
  // Rows that were updated and deleted lie between the others, as they do in a store in use.
  await database.query(
    "update bicameral.memories set trust_score = 0.7 where metadata @> '{\"place\": 5}'",
  );
}

/** All values of each memory, but for those that full-text search fills in later. */
export const VALUES: string =
  `select (to_jsonb(m) - array['lex', 'lex_version', 'words'])::text as row
   from bicameral.memories m order by id`;

/** The same, and where and by which transaction each was written. */
export const ROWS: string = VALUES.replace("select", "select ctid::text, xmin::text,");
