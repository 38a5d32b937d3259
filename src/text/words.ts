import { lexeme } from "./lexeme.ts";
import { fold } from "./normalise.ts";

/**
 * Words joined by one separator, without space: identifiers, paths, versions, addresses.
 * Two hyphens or dots are dashes and pauses. At the end stands what sets "C++" and "C#"
 * apart from "C". The count is bounded for the sake of the engines' stacks.
 */
const ASCII_WORDS = pattern("[a-zA-Z\\d]", "[a-zA-Z\\d]", "g");
const WORDS = pattern("[\\p{L}\\p{N}]", "[\\p{L}\\p{N}\\p{M}]", "gu");

/** From the widest to the narrowest: of a path, of a file's name, of a name. */
const SEPARATORS = [/[^\p{L}\p{N}\p{M}._-]+/u, /\./, /[-_]+/];

/** "U.S." is read as "us" and "e.g." as "eg". */
const INITIALS = /^\p{L}(?:\.\p{L}){1,7}$/u;

/** A word in which nothing is joined; the first are most words of English. */
const SIMPLE = /^(?:[a-zA-Z][a-z]*|[A-Z]+|\d+)$/;
const LETTERS = /^\p{L}[\p{Ll}\p{Lo}\p{Lm}\p{M}]*$/u;

/**
 * The pieces of joined words: "HTTPServer" is HTTP and Server, "gpt4" is gpt and 4.
 * "URLs" is one: the plural of an abbreviation.
 */
const PIECES =
  /\p{Lu}{2,}s(?![\p{L}\p{M}])|\p{Lu}[\p{Lu}\p{M}]*(?!\p{Ll})|\p{Lu}?[^\p{Lu}\p{Nd}]+|\p{Nd}[\p{Nd}\p{M}]*/gu;

/** English stemmers leave "pdfs" as it is, for want of a vowel. */
const PLURAL = /^\p{Lu}{2,}s$/u;

/** Nobody joins words to more than this; what is longer is data. */
const MAX_JOINED = 64;

/** Adds a text's words, each identifier whole first and then in its parts. */
export function addWords(text: string, words: string[]): void {
  for (const word of text.match(/[^\0-\x7f]/.test(text) ? WORDS : ASCII_WORDS) ?? []) {
    if (SIMPLE.test(word) || LETTERS.test(word)) words.push(lexeme(fold(word)));
    else if (INITIALS.test(word)) words.push(lexeme(fold(word.replaceAll(".", ""))));
    else addParts(word.replaceAll("\\", "/"), 0, words);
  }
}

function addParts(identifier: string, level: number, words: string[]): void {
  const separator = SEPARATORS[level];
  if (separator === undefined) return addPieces(identifier, words);
  if (!separator.test(identifier)) return addParts(identifier, level + 1, words);
  const whole = fold(identifier);
  words.push(lexeme(whole));
  // A version is asked for with and without its letter.
  if (level === 1 && /^v\d/.test(whole)) words.push(lexeme(whole.slice(1)));
  for (const part of identifier.split(separator)) {
    if (part !== "") addParts(part, level + 1, words);
  }
}

/**
 * Adds what is written without separators. Its whole is a word like any other, for
 * "GitHub" must be found as "github".
 */
function addPieces(joined: string, words: string[]): void {
  words.push(lexeme(fold(joined)));
  if (joined.length > MAX_JOINED || SIMPLE.test(joined)) return;
  const pieces = joined.match(PIECES) as string[];
  // Random digits and letters are a checksum or a key, whose crumbs mean nothing.
  if (pieces.length > 3 && joined.length < 2 * pieces.length) return;
  for (const piece of pieces) {
    if (pieces.length > 1) words.push(lexeme(fold(piece)));
    if (PLURAL.test(piece)) words.push(lexeme(fold(piece.slice(0, -1))));
  }
}

function pattern(first: string, next: string, flags: string): RegExp {
  const word = `${first}${next}*`;
  return new RegExp(
    `${word}(?:(?:_+|:\\/\\/|::|[-./\\\\:@&+=#])${word}){0,100}(?:(?:\\+\\+|#)(?!${first}))?`,
    flags,
  );
}
