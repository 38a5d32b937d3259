/**
 * A text that a terminal shows and does not obey: what was remembered may hold
 * control sequences. Lines stay lines.
 */
export function printable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/(?![\n\t])\p{Cc}/gu, "\ufffd");
}

/** The same in a single line. */
export function oneLine(text: string): string {
  return printable(text).replace(/\s+/g, " ").trim();
}
