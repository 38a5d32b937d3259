import type { Voter } from "./checks.ts";
import type { Fused } from "./ranked.ts";

/**
 * Adds up what lists give items, best first. An item that a list holds twice gets the
 * greater part; ties keep the order of first appearance, list by list.
 *
 * @param lists How many there are, with those that take no part.
 * @param partsOf What a list gives each of its items, in their order: 0 or more.
 */
export function addUp<Item extends { readonly id: string }>(
  lists: number,
  voters: readonly Voter<Item>[],
  partsOf: (voter: Voter<Item>) => readonly number[],
): Fused[] {
  const found = new Map<string, { id: string; score: number; parts: number[] }>();
  for (const voter of voters) {
    const given = partsOf(voter);
    let i = 0;
    for (const { id } of voter.list) {
      let item = found.get(id);
      if (item === undefined) {
        item = { id, score: 0, parts: new Array<number>(lists).fill(0) };
        found.set(id, item);
      }
      item.parts[voter.at] = Math.max(item.parts[voter.at] as number, given[i++] as number);
    }
  }
  const fused = [...found.values()];
  for (const item of fused) for (const part of item.parts) item.score += part;
  return bestFirst(fused);
}

/** An item whose score one list alone gave. */
export function givenBy(at: number, lists: number, id: string, score: number): Fused {
  const parts = new Array<number>(lists).fill(0);
  parts[at] = score;
  return { id, score, parts };
}

/** Sorts by score in place; ties stay as they are. */
export function bestFirst(fused: Fused[]): Fused[] {
  return fused.sort((a, b) => b.score - a.score);
}

/** The list without items that it had before. */
export function distinct<Item extends { readonly id: string }>(
  list: readonly Item[],
): readonly Item[] {
  const seen = new Set<string>();
  for (const { id } of list) seen.add(id);
  if (seen.size === list.length) return list;
  // Can be taken out once: where it is first.
  return list.filter(({ id }) => seen.delete(id));
}
