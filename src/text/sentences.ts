/**
 * Cuts a text at sentences; the pieces joined are the text again, byte for byte.
 *
 * A sentence ends after `.`, `!`, `?` or `…` and closing quotes when white space
 * follows, after the full-width marks of Chinese and Japanese anywhere, and at a
 * line break. Rules of thumb are enough here: a wrong cut costs nothing but a
 * boundary, and `Intl.Segmenter` differs between engines.
 */
export function splitSentences(text: string): string[] {
  // From the first mark of a run only: trying from each one is quadratic.
  return cut(text, /(?<![.!?…])[.!?…]+["'”’)\]]*\s+|[。！？]+[”’」』）]*\s*|\n+\s*/gu);
}

/** Cuts a text after each run of white space; the pieces joined are the text again. */
export function splitWords(text: string): string[] {
  return cut(text, /\s+/gu);
}

/** Cuts a text every `length` code points, never inside a surrogate pair. */
export function splitCodePoints(text: string, length: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let count = 0;
  for (const codePoint of text) {
    piece += codePoint;
    if (++count === length) {
      pieces.push(piece);
      piece = "";
      count = 0;
    }
  }
  if (piece !== "") pieces.push(piece);
  return pieces;
}

function cut(text: string, boundary: RegExp): string[] {
  const pieces: string[] = [];
  let start = 0;
  for (const match of text.matchAll(boundary)) {
    const end = match.index + match[0].length;
    pieces.push(text.slice(start, end));
    start = end;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}
