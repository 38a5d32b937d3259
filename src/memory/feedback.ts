import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import { checkId, checkName, checkNamespace, invalid, roundTrust } from "./checks.ts";
import type { Engine } from "./engine.ts";
import { notFound } from "./not_found.ts";
import { toMemory } from "./row_memory.ts";
import type { CallOptions, FeedbackKind, Memory } from "./types.ts";

/** What each kind of feedback does to trust. */
export const FEEDBACK: Readonly<Record<FeedbackKind, number>> = {
  used: 0.05,
  ignored: -0.02,
  corrected: -0.15,
  confirmed: 0.1,
};

/** Changes a memory's trust by what came of using it, and writes down why. */
export async function feedback(
  engine: Engine,
  id: string,
  kind: FeedbackKind,
  options: CallOptions & { actor?: string },
): Promise<Memory> {
  const step = Object.hasOwn(FEEDBACK, kind) ? FEEDBACK[kind] : undefined;
  if (step === undefined) {
    invalid(`feedback must be one of ${Object.keys(FEEDBACK).join(", ")}.`);
  }
  const namespace = checkNamespace(options.namespace ?? engine.namespace);
  const memoryId = checkId(id);
  const actor = checkName("actor", options.actor ?? "user", 128);
  const memory = await engine.database.transaction(async (tx) => {
    const [before] = await tx.query<{ trust_score: number }>(
      `select trust_score from bicameral.memories where namespace = $1 and id = $2 for update`,
      [namespace, memoryId],
    );
    if (before === undefined) throw notFound(memoryId);
    const trust = roundTrust(before.trust_score + step);
    await tx.query(
      `insert into bicameral.memory_events (namespace, memory_id, kind, trust_before, trust_after, actor)
       values ($1, $2, $3, $4, $5, $6)`,
      [namespace, memoryId, kind, before.trust_score, trust, actor],
    );
    const [after] = await tx.query<MemoryRow>(
      `update bicameral.memories m set trust_score = $3, updated_at = now()
       where namespace = $1 and id = $2 returning ${MEMORY_COLUMNS}`,
      [namespace, memoryId, trust],
    );
    return toMemory(after as MemoryRow);
  });
  engine.onWritten({ rows: 1, kind: "changed", pending: 0 });
  return memory;
}
