import type { Mode } from "../config.ts";
import type { LiveSpace } from "../embed/live_space.ts";

/** A store's spaces by what its mode does with them. */
export interface Spaces {
  readonly mode: Mode;
  /** Always there: its word pieces say where a long text is split, in every mode. */
  readonly small: LiveSpace;
  /** Null in cpu mode. */
  readonly large: LiveSpace | null;
  /** The one that a new memory's vector is made for. */
  readonly home: LiveSpace;
  /** Those that the mode keeps up to date and searches, the small one first. */
  readonly live: readonly LiveSpace[];
}

/**
 * Assigns spaces to a mode.
 *
 * | | cpu | auto | gpu |
 * |---|---|---|---|
 * | add writes | small | small | large |
 * | search asks | small | small, and large where memories were elevated | large |
 * | elevate | no | yes | no |
 */
export function spacesOf(mode: Mode, small: LiveSpace, large: LiveSpace | null): Spaces {
  if (mode === "cpu" || large === null) {
    return { mode: "cpu", small, large: null, home: small, live: [small] };
  }
  return mode === "auto"
    ? { mode, small, large, home: small, live: [small, large] }
    : { mode, small, large, home: large, live: [large] };
}
