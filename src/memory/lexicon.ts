import type { Database } from "../database.ts";

/** How the store's texts are analysed for full-text search. */
export interface Lexicon {
  /** The text configuration of Postgres. */
  readonly language: string;
  /** Rises whenever texts are analysed otherwise than before; a row names the one it has. */
  readonly version: number;
  /** What finds: BM25 where the engine has it. */
  readonly kind: "bm25" | "tsvector";
}

/** What texts are analysed by. */
export interface LexiconSettings {
  readonly language: string;
  readonly textTemplate: string;
}

/** Brings the store's full-text index to the settings. */
export function openLexicon(
  _database: Database,
  _settings: LexiconSettings,
): Promise<Lexicon> {
  throw new Error("in the making");
}
