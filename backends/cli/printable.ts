/**
 * A text that a terminal shows and does not obey: what was remembered may hold
 * control sequences and overrides of the writing direction. Lines stay lines.
 */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(
    /(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu,
    "\ufffd",
  );
}

/** The same in a single line. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim();
}
