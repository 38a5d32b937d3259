import type { GoldenQuery } from "../../../src/evaluate/evaluate.ts";
import { type Evaluation, summarise } from "../../../src/evaluate/figures.ts";

/** Figures of the default over some namespaces. */
export interface Split {
  readonly name: "tuned on" | "held out" | "all";
  readonly namespaces: readonly string[];
  readonly evaluation: Evaluation;
}

/**
 * The default was tuned on the namespaces at even places of their sorted names, counted
 * from 1: what it is worth on the others tells whether it learnt them by heart. None for a
 * data set of one namespace.
 */
export function splitsOf(queries: readonly GoldenQuery[], evaluation: Evaluation): Split[] {
  const namespaceOf = new Map(queries.map(({ id, namespace = "" }) => [id, namespace]));
  const all = [...new Set(namespaceOf.values())].sort();
  if (all.length < 2) return [];
  const over = (name: Split["name"], namespaces: readonly string[]): Split => ({
    name,
    namespaces,
    evaluation: summarise(
      evaluation.queries.filter(({ id }) => namespaces.includes(namespaceOf.get(id)!)),
      evaluation.k,
    ),
  });
  return [
    over("tuned on", all.filter((_, i) => i % 2 === 1)),
    over("held out", all.filter((_, i) => i % 2 === 0)),
    over("all", all),
  ];
}
