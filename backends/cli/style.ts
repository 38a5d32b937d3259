import type { Output } from "./io.ts";

/** Paints text where colours are welcome. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
}

/** What an output takes: ECMA-48's bold and faint, or the text as it is. */
export function styleOf({ color }: Output): Style {
  const paint = (code: number) => (text: string) => color ? `\x1b[${code}m${text}\x1b[0m` : text;
  return { bold: paint(1), dim: paint(2) };
}
