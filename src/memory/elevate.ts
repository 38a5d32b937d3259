import { BicameralError } from "../errors.ts";
import { unlessAborted } from "../embed/unless_aborted.ts";
import type { LiveSpace } from "../embed/live_space.ts";
import { checkCount, checkId, checkNamespace, invalid, isPlainObject } from "./checks.ts";
import type { Engine } from "./engine.ts";
import { candidates, elevatePage } from "./elevate_page.ts";
import { search } from "./search.ts";
import type { CallOptions, ElevateOptions, ElevateResult, QueryToElevate } from "./types.ts";

/** Memories that are embedded and committed together. */
const PAGE = 32;
const MAX_TO_ELEVATE = 100;

/** Elevates memories that are named, or those that a query finds. */
export async function elevate(
  engine: Engine,
  what: string | readonly string[] | QueryToElevate,
  options: ElevateOptions,
): Promise<ElevateResult[]> {
  const live = elevationSpace(engine);
  const namespace = checkNamespace(options.namespace ?? engine.namespace);
  const by = options.by ?? "user";
  if (!["user", "tool:elevate_memory_to_1024"].includes(by)) {
    invalid("by must be user or tool:elevate_memory_to_1024.");
  }
  const ids = await idsOf(engine, what, options);
  const results: ElevateResult[] = [];
  // Those that are not there are told before anything is done.
  if (ids.length > PAGE) await candidates(engine, namespace, ids);
  const elevation = { engine, live, namespace, by, signal: options.signal };
  for (let at = 0; at < ids.length; at += PAGE) {
    // One page after the other: what many callers ask for at once is embedded once.
    const elevating = engine.oneElevation(() => {
      options.signal?.throwIfAborted();
      return elevatePage(elevation, ids.slice(at, at + PAGE));
    });
    results.push(...await unlessAborted(elevating, options.signal));
    options.onProgress?.({ done: results.length, total: ids.length });
  }
  return results;
}

/**
 * The large space, where memories may be elevated into it.
 *
 * @throws {BicameralError} `ELEVATION_OFF`.
 */
function elevationSpace({ elevation, spaces }: Engine): LiveSpace {
  if (elevation && spaces.large !== null) return spaces.large;
  throw new BicameralError(
    "ELEVATION_OFF",
    spaces.mode === "auto"
      ? "Elevation is switched off (elevateEnabled, ELEVATE_ENABLED)."
      : `Memories can be elevated in auto mode only; this store is open in ${spaces.mode} mode` +
        " (mode, EMBEDDING_MODE).",
  );
}

async function idsOf(
  engine: Engine,
  what: string | readonly string[] | QueryToElevate,
  options: CallOptions,
): Promise<string[]> {
  if (typeof what === "string") return [checkId(what)];
  if (Array.isArray(what)) return [...new Set(what.map(checkId))];
  if (!isPlainObject(what)) invalid("elevate() wants an id, ids, or an object with a query.");
  const { query, limit = 10, filter, ...unknown } = what as QueryToElevate;
  const [key] = Object.keys(unknown);
  if (key !== undefined) {
    invalid(`elevate() knows query, limit and filter, not ${JSON.stringify(key)}.`);
  }
  const k = checkCount("limit", limit, 1, MAX_TO_ELEVATE);
  const { hits } = await search(engine, query, { ...options, k, ...(filter && { filter }) });
  return hits.map((hit) => hit.id);
}
