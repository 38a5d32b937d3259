import { lexeme } from "./lexeme.ts";
import { normalise } from "./normalise.ts";
import { addBigrams, UNSPACED } from "./unspaced.ts";
import { addWords } from "./words.ts";

/** Rises when {@linkcode analyse} answers otherwise than before; what is stored is then made anew. */
export const ANALYSIS_VERSION = 1;

/**
 * A run of a script that is written without spaces, or an emoji. Joiners and
 * skin tones are gone by then, so that a sequence is one word for each picture.
 */
const SPECIAL = new RegExp(
  `(${UNSPACED})|\\p{Regional_Indicator}{2}|\\p{Extended_Pictographic}`,
  "gu",
);

/** An engine's stack overflows on a match of millions of characters. */
const MAX_STRETCH = 100_000;

const ASCII = /^[\0-\x7f]*$/;

/**
 * The words that a text is found by in full-text search, for stored texts and for
 * queries alike. They are separated by single spaces, and Postgres' default parser
 * takes each for exactly one token. Stop words and stems are left to the database.
 *
 * Words are in lower case and without accents. An identifier (a path, a version, an
 * e-mail address…) is kept whole, as one word of letters and digits that no stemmer
 * touches, and its parts follow it. Chinese, Japanese, Korean, Thai and their like
 * become overlapping pairs of characters: a single character is found only where it
 * stands alone, since an index of each would grow by half for queries nobody makes.
 *
 * Time and length of the answer are in proportion to the text, whatever it is made of.
 *
 * @example
 * ```ts
 * analyse("Mira’s café: don’t panic!"); // "mira cafe dont panic"
 * analyse("重跑gen-itgc后"); // "重跑 z0genzhitgc gen itgc 后"
 * analyse("HTTPServer in src/add.ts"); // "httpserver http server in z0srczsaddzdts src z0addzdts add ts"
 * ```
 */
export function analyse(text: string): string {
  const words: string[] = [];
  for (const stretch of stretches(text)) addStretch(normalise(stretch), words);
  return words.join(" ");
}

function addStretch(text: string, words: string[]): void {
  if (ASCII.test(text)) return addWords(text, words);
  let start = 0;
  for (const match of text.matchAll(SPECIAL)) {
    addWords(text.slice(start, match.index), words);
    if (match[1] !== undefined) addBigrams(match[1], words);
    else words.push(lexeme(match[0]));
    start = match.index + match[0].length;
  }
  addWords(text.slice(start), words);
}

/** A text in parts for the patterns, between words where there are spaces. */
function* stretches(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > MAX_STRETCH) {
    const stretch = text.slice(start, start + MAX_STRETCH);
    let length = Math.max(stretch.lastIndexOf(" "), stretch.lastIndexOf("\n"));
    if (length <= 0) length = /[\ud800-\udbff]$/.test(stretch) ? MAX_STRETCH - 1 : MAX_STRETCH;
    yield stretch.slice(0, length);
    start += length;
  }
  yield text.slice(start);
}
