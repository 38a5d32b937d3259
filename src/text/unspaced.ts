import { fold } from "./normalise.ts";
import { lexeme } from "./lexeme.ts";

/**
 * Scripts that are written without spaces; Korean, though it has spaces, glues particles
 * to its words. With the marks of long vowels and of abbreviation, which belong to
 * several scripts.
 */
const SCRIPTS =
  ["Han", "Hiragana", "Katakana", "Hangul", "Bopomofo", "Thai", "Lao", "Khmer", "Myanmar"]
    .map((script) => `\\p{Script=${script}}`).join("") + "ー〆";

/** Source of a pattern for a run of such characters, with what marks they carry. */
export const UNSPACED: string = `[${SCRIPTS}][${SCRIPTS}\\p{M}]*`;

/**
 * Adds a run as overlapping pairs of characters, each with its marks: a query of two
 * characters or more finds them anywhere. A character alone is itself.
 */
export function addBigrams(run: string, words: string[]): void {
  const folded = fold(run);
  const characters = /\p{M}/u.test(folded)
    ? folded.match(/\P{M}\p{M}*|\p{M}+/gu) as string[]
    : [...folded];
  for (let i = 1; i < characters.length; i++) {
    words.push(lexeme(`${characters[i - 1]}${characters[i]}`));
  }
  if (characters.length === 1) words.push(lexeme(folded));
}
