import { ndcg } from "../../../src/evaluate/ndcg.ts";
import { recall } from "../../../src/evaluate/recall.ts";

/** What one answer is worth. */
export interface Score {
  readonly ndcg: number;
  readonly recall: number;
}

export function scoreOf(
  ranking: readonly string[],
  relevant: ReadonlyMap<string, number>,
  k: number,
): Score {
  return { ndcg: ndcg(ranking, relevant, k), recall: recall(ranking, relevant, k) };
}
