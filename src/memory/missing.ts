import type { Mode } from "../config.ts";
import type { LiveSpace } from "../embed/live_space.ts";

/** Which vectors are made anew. */
export type Missing =
  /** Of memories that wait for one. */
  | "pending"
  /** Those, and vectors of another model, and in gpu mode of memories in the small space only. */
  | "stale";

/** Memories `m` that miss a vector of one space, as SQL. */
export interface MissingRows {
  readonly from: string;
  readonly where: string;
  readonly parameters: readonly string[];
}

const MEMORIES = "bicameral.memories m";
const WITH_LARGE = `${MEMORIES} left join bicameral.memories_1024 v
  on v.namespace = m.namespace and v.memory_id = m.id`;

/**
 * What a mode wants a vector for and has none that is valid. An elevated memory whose
 * text was changed has a large vector of the past; its row names no space then.
 */
export function missingRows(mode: Mode, { space }: LiveSpace, missing: Missing): MissingRows {
  const { alias, rows } = space.table;
  // Auto mode wants large vectors of memories that were elevated, gpu mode of all.
  const from = alias === "v" && mode === "gpu" ? WITH_LARGE : rows;
  if (missing === "stale") {
    return { from, where: `${alias}.space_id is distinct from $1`, parameters: [space.id] };
  }
  const unheld = from === WITH_LARGE ? " and (v.id is not null or m.embedding is null)" : "";
  return { from, where: `${alias}.space_id is null${unheld}`, parameters: [] };
}
