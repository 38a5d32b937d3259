/** Characters of texts that a thread reads at one go: about the time of one short run. */
export const CHARACTERS_AT_ONCE = 16_000;

/** Runs of neighbouring texts, each ended by the text that brings it to `characters`. */
export function slicesOf(texts: readonly string[], characters: number): string[][] {
  const slices: string[][] = [];
  let room = 0;
  for (const text of texts) {
    if (room <= 0) {
      slices.push([]);
      room = characters;
    }
    slices.at(-1)!.push(text);
    room -= text.length + 1;
  }
  return slices;
}
