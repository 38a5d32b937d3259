/**
 * How many columns of a terminal a text takes: two for what East Asian typography
 * and emoji make wide, none for marks and controls. By whole graphemes, so that a
 * family of four people joined into one emoji counts once.
 *
 * Ranges: Unicode Standard Annex 11, values W and F; the emoji properties of UTS 51.
 *
 * @example
 * ```ts
 * import { displayWidth } from "./display_width.ts";
 *
 * displayWidth("abc"); // 3
 * displayWidth("家惠"); // 4
 * ```
 */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += graphemeWidth(segment);
  return width;
}

/** A text that takes at most `width` columns; one that was cut ends with an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let cut = "";
  let left = width - 1;
  for (const { segment } of graphemes.segment(text)) {
    left -= graphemeWidth(segment);
    if (left < 0) break;
    cut += segment;
  }
  return width < 1 ? "" : `${cut.trimEnd()}…`;
}

/** Fills up to `width` columns: after the text, or before it. */
export function padToWidth(text: string, width: number, align: "left" | "right"): string {
  const padding = " ".repeat(Math.max(0, width - displayWidth(text)));
  return align === "left" ? text + padding : padding + text;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const ASCII = /^[\x20-\x7e]*$/;
const NO_WIDTH = /^[\p{Cc}\p{Cf}\p{Mn}\p{Me}]/u;
const EMOJI = /^\p{Emoji_Presentation}|\ufe0f/u;

const WIDE: readonly (readonly [first: number, last: number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6b],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18df2],
  [0x1aff0, 0x1b2fb],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

function graphemeWidth(grapheme: string): number {
  if (NO_WIDTH.test(grapheme)) return 0;
  if (EMOJI.test(grapheme)) return 2;
  const code = grapheme.codePointAt(0)!;
  return WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}
