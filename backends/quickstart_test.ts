import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createMemory, type MemoryStore } from "../mod.ts";
import { evaluate, type GoldenQuery } from "../src/evaluate/evaluate.ts";
import type { Evaluation } from "../src/evaluate/figures.ts";
import { readLines } from "../testing/references.ts";

/**
 * How well the search answers as it comes: the quickstart's conversation with the bundled
 * model and every default. What ranks worse than this is no detail.
 */
const LEAST_NDCG = 0.82;
const LEAST_RECALL = 0.91;

const TIMEOUT_MS = 60_000;
const K = 10;

interface TurnLine {
  readonly text: string;
  readonly session_id: string;
  readonly speaker: string;
  readonly occurred_at: string;
  readonly metadata: { readonly turn: string };
}

interface Question {
  readonly question: string;
  /** Turns that answer it. */
  readonly turns: readonly string[];
}

function lines<T>(name: string): T[] {
  return readLines<T>(new URL(`../examples/quickstart/${name}`, import.meta.url));
}

describe("the default search, on the quickstart's conversation", () => {
  let memory: MemoryStore;
  let evaluation: Evaluation;

  beforeAll(async () => {
    memory = await createMemory({ dataDir: "memory://", mode: "cpu" });
    await memory.addMany(
      lines<TurnLine>("conversation.jsonl").map((turn) => ({
        text: turn.text,
        sessionId: turn.session_id,
        speaker: turn.speaker,
        occurredAt: turn.occurred_at,
        metadata: turn.metadata,
      })),
    );
    const queries = lines<Question>("questions.jsonl").map((
      { question, turns },
      i,
    ): GoldenQuery => ({
      id: String(i + 1),
      text: question,
      relevant: new Map(turns.map((turn) => [turn, 1])),
    }));
    evaluation = await evaluate(queries, async ({ text }) => {
      const { hits } = await memory.search(text, { k: K });
      return hits.map(({ metadata }) => String(metadata["turn"]));
    }, { k: K });
  }, TIMEOUT_MS);
  afterAll(() => memory.close());

  test("every question is asked, of every turn", async () => {
    expect(evaluation.queries.length).toBe(24);
    expect((await memory.status()).memories).toBe(247);
  });

  test(`nDCG@10 is at least ${LEAST_NDCG}`, () => {
    expect(evaluation.mean.ndcg).toBeGreaterThanOrEqual(LEAST_NDCG);
  });

  test(`R@10 is at least ${LEAST_RECALL}`, () => {
    expect(evaluation.mean.recall).toBeGreaterThanOrEqual(LEAST_RECALL);
  });
});
