import { splitCodePoints, splitSentences, splitWords } from "./sentences.ts";

/** Counts the tokens of each text; for a whole batch at once, since counting may cross a thread. */
export type CountTokens = (texts: readonly string[]) => Promise<number[]>;

/** Most word pieces that one code point can become: a Hangul syllable's three letters. */
const MAX_TOKENS_PER_CODE_POINT = 3;

/** Below this, letters decompose into one letter and accents, which word pieces leave out. */
const BEYOND_LATIN = /[\u0250-\uffff]/;

/**
 * An upper bound of a text's word pieces that costs no tokeniser: every piece holds
 * at least one character of the canonical decomposition (which takes Hangul
 * syllables and some vowel signs of India apart) that is neither white space nor an
 * accent.
 */
export function maxTokenCount(text: string): number {
  if (!BEYOND_LATIN.test(text)) return text.length - countOf(text, /\s/g);
  const decomposed = text.normalize("NFD");
  return decomposed.length - countOf(decomposed, /[\s\p{Mn}]/gu);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Cuts a text into parts of at most `maxTokens`, at sentences where possible, else
 * between words, else between characters. The parts joined are the text again.
 *
 * Parts are filled greedily; a piece's tokens are counted alone, and add up
 * because word pieces never reach across white space or a sentence's end.
 */
export async function splitByTokens(
  text: string,
  maxTokens: number,
  countTokens: CountTokens,
): Promise<string[]> {
  if (maxTokens < MAX_TOKENS_PER_CODE_POINT) {
    throw new RangeError(`A window of ${maxTokens} tokens is too small to hold any text`);
  }
  const finer = [
    splitSentences,
    splitWords,
    (piece: string) => splitCodePoints(piece, Math.floor(maxTokens / MAX_TOKENS_PER_CODE_POINT)),
  ];
  let pieces = [{ text, tokens: Number.POSITIVE_INFINITY }];
  for (const split of finer) {
    if (pieces.every((piece) => piece.tokens <= maxTokens)) break;
    const cut = pieces.map((piece) => piece.tokens <= maxTokens ? [piece.text] : split(piece.text));
    const counts = await countTokens(cut.flat());
    pieces = cut.flat().map((piece, i) => ({ text: piece, tokens: counts[i] as number }));
  }
  return pack(pieces, maxTokens);
}

function pack(pieces: readonly { text: string; tokens: number }[], maxTokens: number): string[] {
  const parts: string[] = [];
  let part = "";
  let tokens = 0;
  for (const piece of pieces) {
    // White space alone has no tokens and never begins a part.
    if (part !== "" && piece.tokens > 0 && tokens + piece.tokens > maxTokens) {
      parts.push(part);
      part = "";
      tokens = 0;
    }
    part += piece.text;
    tokens += piece.tokens;
  }
  if (part !== "") parts.push(part);
  return parts;
}
