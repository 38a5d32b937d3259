import type { Database } from "../database.ts";
import { BicameralError } from "../errors.ts";
import { ANALYSIS_VERSION } from "../text/analyse.ts";

/** How the store's texts are analysed for full-text search. */
export interface Lexicon {
  /** A text configuration of Postgres, in `pg_catalog`: whose stems and stop words are used. */
  readonly language: string;
  /**
   * What rows get as their `lex_version`. It rises whenever texts are analysed otherwise than
   * before; rows of another one are then analysed anew in the background, and found as they
   * are until then. 0 where a newer release analyses this store: see {@linkcode openLexicon}.
   */
  readonly version: number;
  /** What finds: the index `memories_lex` where the engine has BM25, else `memories_words`. */
  readonly kind: "bm25" | "tsvector";
}

/** What texts are analysed by; see `StoreParts`. */
export interface LexiconSettings {
  readonly language: string;
  /** How speaker and date are written into what is searched, as into what is embedded. */
  readonly textTemplate: string;
}

/** What `meta` keeps of it, in one row: key `lexical`. */
interface Recorded extends LexiconSettings {
  readonly analysis: number;
}

/**
 * Brings the store's full-text index and what it records of its analysis to the settings, in
 * one transaction; one query where both are as they should be.
 *
 * Other settings than the last program's have every memory analysed anew, and another language
 * the index rebuilt: two programs that take turns with different ones pay for it at each turn.
 * Two releases do not. Where a newer analysis made the rows, an older program leaves record and
 * rows alone, and the rows that it writes itself get version 0, by which the newer one knows
 * them.
 *
 * @throws {BicameralError} `INVALID_CONFIG` for a language that the database does not have.
 */
export async function openLexicon(
  database: Database,
  { language, textTemplate }: LexiconSettings,
): Promise<Lexicon> {
  const kind = database.capabilities.bm25 ? "bm25" : "tsvector";
  const index = INDEXES[kind](language);
  const found = await read(database, index);
  if (!found.languages.includes(language)) {
    throw new BicameralError(
      "INVALID_CONFIG",
      `language is ${JSON.stringify(language)}; the database has ${found.languages.join(", ")}.`,
    );
  }
  const wanted: Recorded = { analysis: ANALYSIS_VERSION, language, textTemplate };
  const newer = found.recorded !== null && isNewer(JSON.parse(found.recorded), wanted);
  const record = newer ? found.recorded : JSON.stringify(wanted);
  const generation = record === found.recorded ? found.generation : found.generation + 1;
  const version = newer ? 0 : generation;
  // What this program is to write is not what the newer one has gone through.
  const undone = newer && found.done > 0;
  if (!found.indexed || undone || generation !== found.generation) {
    await database.transaction(async (tx) => {
      if (!found.indexed) {
        await tx.query(`drop index if exists bicameral.${index.name}`);
        await tx.query(
          `create index ${index.name} on bicameral.memories using ${index.definition}`,
        );
        if (kind === "bm25") await tx.query(COSTLY_SCORES);
      }
      if (undone) await tx.query("delete from bicameral.meta where key = 'lexical_done'");
      await tx.query(
        `insert into bicameral.meta (key, value) values ('lexical', $1), ('lexical_version', $2)
         on conflict (key) do update set value = excluded.value`,
        [record, String(generation)],
      );
    });
  }
  return { language, version, kind };
}

/**
 * A score that is computed beside the index costs as much as analysing its text, which the
 * planner does not know: without statistics it would rather sort all memories than use
 * the index. Where the function is not ours to change, statistics have to do.
 */
const COSTLY_SCORES = `do $$
  declare score regprocedure;
  begin
    for score in select oid from pg_catalog.pg_proc where proname = 'bm25_text_bm25query_score' loop
      execute format('alter function %s cost 1000000', score);
    end loop;
  exception when insufficient_privilege then null;
  end $$`;

interface Index {
  readonly name: string;
  readonly definition: string;
  /** One of its options, without which it is not the one that is wanted. */
  readonly option: string | null;
}

const INDEXES: Readonly<Record<Lexicon["kind"], (language: string) => Index>> = {
  bm25: (language) => ({
    name: "memories_lex",
    definition: `bm25 (lex) with (text_config = 'pg_catalog.${language}', k1 = 1.2, b = 0.75)`,
    option: `text_config=pg_catalog.${language}`,
  }),
  tsvector: () => ({ name: "memories_words", definition: "gin (words)", option: null }),
};

interface Found {
  readonly languages: readonly string[];
  readonly recorded: string | null;
  readonly generation: number;
  readonly done: number;
  readonly indexed: boolean;
}

async function read(database: Database, { name, option }: Index): Promise<Found> {
  const [row] = await database.query<Found>(
    `select array(select cfgname::text from pg_catalog.pg_ts_config
         where cfgnamespace = 'pg_catalog'::regnamespace order by 1) as languages,
       max(value) filter (where key = 'lexical') as recorded,
       coalesce(max(value) filter (where key = 'lexical_version'), '0')::int as generation,
       coalesce(max(value) filter (where key = 'lexical_done'), '0')::int as done,
       exists (select from pg_catalog.pg_class where oid = to_regclass($1)
         and ($2::text is null or $2 = any (reloptions))) as indexed
     from bicameral.meta`,
    [`bicameral.${name}`, option],
  );
  return row as Found;
}

/** Whether what is recorded differs from what is wanted by nothing but a newer analysis. */
function isNewer(recorded: Recorded, wanted: Recorded): boolean {
  return recorded.analysis > wanted.analysis && recorded.language === wanted.language &&
    recorded.textTemplate === wanted.textTemplate;
}
