/** Longer words are kept as their hash: nobody types them, and Postgres takes 2,046 bytes. */
const MAX_LENGTH = 100;

/** Marks words that are encoded, and hashed ones. */
const ENCODED = "z0";
const HASHED = "z1";

/**
 * What Postgres' parser takes for one token as it is: letters of one of these blocks
 * (it knows an older Unicode, so that not all letters are letters to it) or digits, or
 * both in ASCII with a letter first. Not a mark first: it would go to the space before.
 */
const KEPT = new RegExp(
  "^(?!\\p{M})(?:[a-z]+|\\d+|(?!z[01])[a-z][a-z\\d]*|[" +
    "a-z\\u00df-\\u00f6\\u00f8-\\u024f" + // Latin
    "\\u0370-\\u0373\\u0376\\u0377\\u037b-\\u037d\\u037f-\\u03f5\\u03f7-\\u03ff" + // Greek
    "\\u0400-\\u0481\\u048a-\\u052f" + // Cyrillic
    "\\u05b0-\\u05bd\\u05bf\\u05c1\\u05c2\\u05d0-\\u05ea" + // Hebrew
    "\\u0620-\\u065f\\u0670-\\u06d3" + // Arabic
    "\\u0900-\\u0963\\u0971-\\u097f" + // Devanagari
    "\\u0e01-\\u0e2e\\u0e30-\\u0e3a\\u0e40-\\u0e45\\u0e47-\\u0e4d" + // Thai
    "\\u3005-\\u3007\\u3041-\\u3096\\u30a1-\\u30fa\\u30fc" + // Kana
    "\\u3400-\\u4db5\\u4e00-\\u9fef" + // Han
    "\\uac00-\\ud7a3" + // Hangul
    "]+)$",
  "u",
);

/** The separators of identifiers, and the escape itself; all else is escaped by its number. */
const ESCAPES: Readonly<Record<string, string>> = {
  z: "zz",
  "-": "zh",
  _: "zu",
  ".": "zd",
  "/": "zs",
  ":": "zc",
  "@": "za",
};

/**
 * A folded word or identifier as one word that Postgres' parser takes for one token:
 * itself where it is one already, else in ASCII, such that no two are alike.
 *
 * The encoded word starts with a letter and holds a digit, which makes it a `numword`:
 * no stemmer or list of stop words applies. "z" is the escape: `zh`, `zu`, `zd`, `zs`,
 * `zc`, `za` are `-_./:@`, `zz` is "z", and any other character is `z`, the count of
 * its hexadecimal digits, and these.
 */
export function lexeme(word: string): string {
  if (word.length > MAX_LENGTH) return HASHED + hash(word);
  if (KEPT.test(word)) return word;
  const encoded = ENCODED + word.replace(/[^a-y\d]/gu, escape);
  return encoded.length > MAX_LENGTH ? HASHED + hash(word) : encoded;
}

function escape(character: string): string {
  const known = ESCAPES[character];
  if (known !== undefined) return known;
  const number = (character.codePointAt(0) as number).toString(16);
  return `z${number.length}${number}`;
}

/** 64 bits, for words that are too many in one memory to be told apart by chance. */
function hash(word: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  // Each half depends on the last characters in its upper bits only, until they are mixed.
  const mixedHigh = Math.imul(high ^ (high >>> 16), 2246822507) ^
    Math.imul(low ^ (low >>> 13), 3266489909);
  const mixedLow = Math.imul(low ^ (low >>> 16), 2246822507) ^
    Math.imul(high ^ (high >>> 13), 3266489909);
  return digits(mixedHigh) + digits(mixedLow);
}

function digits(number: number): string {
  return (number >>> 0).toString(36).padStart(7, "0");
}
