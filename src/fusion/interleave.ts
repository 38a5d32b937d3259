import { voters } from "./checks.ts";
import { givenBy } from "./parts.ts";
import type { Fused, Weights } from "./ranked.ts";

/**
 * Round robin: in turn, each list gives its best item that is not there yet, until all are
 * at their end.
 *
 * ```text
 * score(d) = 1 / p(d)
 * ```
 *
 * where p(d) is the place of item d in the result, from 1. Callan, Lu and Croft,
 * "Searching Distributed Collections with Inference Networks", SIGIR 1995, have it for
 * lists of which nothing but the order is known.
 *
 * An item that was given before is skipped and costs the list no turn: it gives its next
 * one. Lists have their turns in their order, so there are no ties; the part is the
 * list's that gave the item. A weight of 0 removes a list; any other changes nothing.
 *
 * @param lists Best first. Scores are not looked at.
 * @returns Best first; empty for lists that are empty.
 * @throws {BicameralError} `INVALID_INPUT` for a weight that is negative or not finite.
 *
 * @example
 * ```ts
 * import { interleave } from "./interleave.ts";
 *
 * const dense = [{ id: "a" }, { id: "b" }];
 * const lexical = [{ id: "a" }, { id: "c" }];
 * interleave([dense, lexical])[1]; // { id: "c", score: 1/2, parts: [0, 1/2] }
 * ```
 */
export function interleave(
  lists: readonly (readonly { readonly id: string }[])[],
  { weights }: Weights = {},
): Fused[] {
  const turns = voters("interleave()", lists, weights)
    .map(({ list, at }) => ({ at, rest: list.values() }));
  const given = new Set<string>();
  const fused: Fused[] = [];
  let before = -1;
  while (fused.length > before) {
    before = fused.length;
    for (const { at, rest } of turns) {
      const id = nextNew(rest, given);
      if (id !== null) fused.push(givenBy(at, lists.length, id, 1 / given.size));
    }
  }
  return fused;
}

/** The next that was not given yet, which now it is; null at the end. */
function nextNew(rest: Iterator<{ readonly id: string }>, given: Set<string>): string | null {
  for (let next = rest.next(); next.done !== true; next = rest.next()) {
    const { id } = next.value;
    if (given.has(id)) continue;
    given.add(id);
    return id;
  }
  return null;
}
