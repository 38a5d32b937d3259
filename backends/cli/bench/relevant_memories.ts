import type { CallOptions, Filter, Memory, MemoryStore } from "../../../mod.ts";
import type { GoldenQuery } from "../../../src/evaluate/evaluate.ts";
import { given } from "../given.ts";
import type { Reject } from "../importer.ts";
import type { GoldenLine, Judged } from "./golden_lines.ts";

/** Questions with the memories that answer them, and what the store does not have. */
export interface FoundRelevant {
  /** Those that at least one memory of the store answers; their ids are line numbers. */
  readonly queries: readonly GoldenQuery[];
  readonly unknown: readonly Reject[];
}

const PAGE = 1000;

/** What counts as one answer: the parts of a document are one. */
export function answerId({ id, documentId }: Pick<Memory, "id" | "documentId">): string {
  return documentId ?? id;
}

/** Looks up the memories that questions are answered by. */
export async function findRelevant(
  store: MemoryStore,
  lines: readonly GoldenLine[],
  signal: AbortSignal,
): Promise<FoundRelevant> {
  const queries: GoldenQuery[] = [];
  const unknown: Reject[] = [];
  for (const { number, query: text, namespace, relevant } of lines) {
    const place = given({ namespace: namespace ?? undefined });
    const grades = new Map<string, number>();
    for (const { memory, grade } of relevant) {
      const found = await findAll(store, filterOf(memory), { ...place, signal });
      if (found.length === 0) unknown.push({ line: number, error: describe(memory, namespace) });
      for (const id of found.map(answerId)) {
        grades.set(id, Math.max(grade, grades.get(id) ?? 0));
      }
    }
    if ([...grades.values()].some((grade) => grade > 0)) {
      queries.push({ id: String(number), text, ...place, relevant: grades });
    }
  }
  return { queries, unknown };
}

function filterOf(memory: Judged["memory"]): Filter {
  return "id" in memory ? { ids: [memory.id] } : memory;
}

async function findAll(
  store: MemoryStore,
  filter: Filter,
  options: CallOptions,
): Promise<Memory[]> {
  const all: Memory[] = [];
  let cursor: string | null = null;
  do {
    const page: { memories: readonly Memory[]; cursor: string | null } = await store.list({
      ...options,
      filter,
      limit: PAGE,
      cursor,
    });
    all.push(...page.memories);
    cursor = page.cursor;
  } while (cursor !== null);
  return all;
}

function describe(memory: Judged["memory"], namespace: string | null): string {
  const what = "id" in memory ? `of id ${memory.id}` : `with ${JSON.stringify(memory.metadata)}`;
  const where = namespace === null ? "" : ` in namespace ${JSON.stringify(namespace)}`;
  return `the store has no memory ${what}${where}`;
}
