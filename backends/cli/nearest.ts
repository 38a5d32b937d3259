/**
 * The candidate that was probably meant: the one that `word` begins, or the one
 * least edits away if those are few; null where none is near.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    if (word.length > 1 && candidate.startsWith(word)) return candidate;
    const edits = editDistance(word, candidate);
    if (edits < least) [best, least] = [candidate, edits];
  }
  return best;
}

/** `Did you mean …?` with a space before it, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates);
  return meant === null ? "" : ` Did you mean ${meant}?`;
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours that lead from one
 * word to the other: the optimal string alignment distance of Damerau (1964).
 */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, beforeLast[j - 2]! + 1);
      }
      row.push(edits);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
