import { BicameralError } from "../errors.ts";
import { averagePrecision } from "./average_precision.ts";
import { type Evaluation, type QueryFigures, summarise } from "./figures.ts";
import { idealGrades } from "./grades.ts";
import { hit } from "./hit.ts";
import { ndcg } from "./ndcg.ts";
import { recall } from "./recall.ts";
import { reciprocalRank } from "./reciprocal_rank.ts";

/** A query whose answer is known. */
export interface GoldenQuery {
  /** Of its own among the queries. */
  readonly id: string;
  readonly text: string;
  /** Where it is asked; default: where whoever answers looks by itself. */
  readonly namespace?: string;
  /** Grade of each item that answers it, above 0. */
  readonly relevant: ReadonlyMap<string, number>;
}

/** Answers a query: ids, best first. */
export type Ask = (query: GoldenQuery, signal?: AbortSignal) => Promise<readonly string[]>;

/** How {@linkcode evaluate} asks. */
export interface EvaluateOptions {
  /** How many hits of each answer count; default 10. */
  readonly k?: number;
  /** Told how many queries are answered, after each. */
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Asks every query, one after the other, and scores the answers.
 *
 * @throws {BicameralError} `INVALID_INPUT` where there is no query, or one that nothing
 * answers: its score would be 0 whatever is found. What `ask` throws, and the signal's
 * reason, come through.
 *
 * @example
 * ```ts
 * import { evaluate } from "./evaluate.ts";
 *
 * const query = { id: "1", text: "Where does Mira live?", relevant: new Map([["a", 1]]) };
 * const { mean } = await evaluate([query], async () => ["x", "a"]);
 * mean.mrr; // 1/2
 * ```
 */
export async function evaluate(
  queries: readonly GoldenQuery[],
  ask: Ask,
  { k = 10, onProgress, signal }: EvaluateOptions = {},
): Promise<Evaluation> {
  const hopeless = queries.find(({ relevant }) => idealGrades(relevant).length === 0);
  if (hopeless !== undefined) {
    throw new BicameralError(
      "INVALID_INPUT",
      `Query ${hopeless.id} has no relevant item; wanted one whose grade is above 0.`,
    );
  }
  const answered: QueryFigures[] = [];
  for (const query of queries) {
    signal?.throwIfAborted();
    const asked = performance.now();
    const ranking = await ask(query, signal);
    answered.push(figuresOf(query, ranking, k, performance.now() - asked));
    onProgress?.(answered.length);
  }
  return summarise(answered, k);
}

function figuresOf(
  { id, relevant }: GoldenQuery,
  ranking: readonly string[],
  k: number,
  ms: number,
): QueryFigures {
  return {
    id,
    ndcg: ndcg(ranking, relevant, k),
    recall: recall(ranking, relevant, k),
    mrr: reciprocalRank(ranking, relevant, k),
    map: averagePrecision(ranking, relevant, k),
    hit: hit(ranking, relevant, k),
    ms,
  };
}
