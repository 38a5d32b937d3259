/** What stands for an apostrophe, acute accents and primes of sloppy keyboards included. */
const APOSTROPHES = /[\u2018\u2019\u02bb\u02bc\u00b4\u2032\uff07]/g;

/**
 * After a letter, what English hangs on a word ("Mira's", "she'll", "I've"), which is
 * dropped lest "she'll" become "shell"; else an apostrophe between letters, without
 * which "don't" is "dont" and "O'Brien" is "obrien".
 */
const ELISION =
  /(?<=[\p{L}\p{N}])'(?:(?:[sSdDmM]|[lL]{2}|[rRvV][eE])(?![\p{L}\p{N}'])|(?<=\p{L}')(?=\p{L}))/gu;

/** A number with separators of thousands: "1,234,567", but not a list such as "1,2,3". */
const THOUSANDS = /(?<![\d,.])\d{1,3}(?:,\d{3})+(?!,?\d)/g;

/** The web's prefix of an address: with or without, it is the same page. */
const WEB = /(?<![\p{L}\p{N}])https?:\/\/(?:www\.)?/giu;

/** Nothing that one sees: soft hyphens, zero-width spaces, joiners, directions, variants. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** Where there are marks, if any: tells most texts apart from those that need what is slow. */
const MARKS = /[\u0300-\u036f\u0483-\u0489\u0591-\uffff]/;

/**
 * Beyond 30 marks no text makes sense (UAX #15 calls that "stream-safe"), and engines
 * sort the marks of a letter in quadratic time.
 */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * Accents where they are ornaments. Elsewhere marks are vowels, and make the word.
 * The look ahead says nothing new: it is tried first, and is cheaper than the scripts.
 */
const ACCENTS =
  /(?=[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f])(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{Nd}])\p{M}+/gu;

/** Letters that Unicode does not take apart, as people without that keyboard write them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ł: "l",
  ŧ: "t",
  þ: "th",
  ς: "σ",
};

/**
 * A text in one form of the many that look alike: NFKC, without accents, apostrophes,
 * separators of thousands and what is invisible. Case stays: it shows where
 * identifiers are joined.
 */
export function normalise(text: string): string {
  let normal = /[^\0-\x7f]/.test(text) ? plain(text) : text;
  if (normal.includes("'")) normal = normal.replace(ELISION, "");
  if (normal.includes(",")) normal = normal.replace(THOUSANDS, (it) => it.replaceAll(",", ""));
  return normal.includes("://") ? normal.replace(WEB, " ") : normal;
}

function plain(text: string): string {
  let visible = text.toWellFormed().replace(INVISIBLE, "").replace(APOSTROPHES, "'");
  if (MARKS.test(visible)) visible = visible.replace(TOO_MANY_MARKS, "$1");
  return visible.normalize("NFKD").replace(ACCENTS, "").normalize("NFC");
}

/** The lower case, with "ß" as "ss", "Ł" as "l" and both small sigmas as one. */
export function fold(word: string): string {
  return word.toLowerCase()
    .replace(/[ßæœøđðħıłŧþς]/g, (letter) => PLAIN_LETTERS[letter] as string);
}
