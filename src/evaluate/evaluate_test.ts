import { describe, expect, test } from "bun:test";
import { evaluate, type GoldenQuery } from "./evaluate.ts";
import { metricTitle, summarise } from "./figures.ts";

function query(id: string, ...relevant: string[]): GoldenQuery {
  return { id, text: `query ${id}`, relevant: new Map(relevant.map((id) => [id, 1])) };
}

describe("evaluate()", () => {
  test("evaluate() asks in order and takes the mean of each figure", async () => {
    const asked: string[] = [];
    const progress: number[] = [];
    const answers: Record<string, string[]> = { one: ["a", "x", "b"], two: ["x", "c"] };
    const { mean, queries, k } = await evaluate(
      [query("one", "a", "b"), query("two", "c")],
      (query) => {
        asked.push(query.text);
        return Promise.resolve(answers[query.id]!);
      },
      { onProgress: (done) => progress.push(done) },
    );
    expect([asked, progress, k]).toEqual([["query one", "query two"], [1, 2], 10]);
    const [log3, log4] = [Math.log2(3), 2];
    expect(queries[0]).toMatchObject({
      id: "one",
      recall: 1,
      mrr: 1,
      map: (1 + 2 / 3) / 2,
      hit: 1,
    });
    expect(queries[0]!.ndcg).toBeCloseTo((1 + 1 / log4) / (1 + 1 / log3), 12);
    expect(mean.mrr).toBe(3 / 4);
    expect(mean.map).toBeCloseTo((5 / 6 + 1 / 2) / 2, 12);
    expect(mean.ndcg).toBeCloseTo((queries[0]!.ndcg + 1 / log3) / 2, 12);
  });

  test("evaluate() counts the first k alone", async () => {
    const { mean } = await evaluate([query("one", "a")], async () => ["x", "a"], { k: 1 });
    expect(mean).toEqual({ ndcg: 0, recall: 0, mrr: 0, map: 0, hit: 0 });
  });

  test("evaluate() takes the time of each answer", async () => {
    let wait = 0;
    const ask = async () => {
      await new Promise((resolve) => setTimeout(resolve, wait += 30));
      return ["a"];
    };
    const { p50, p95, queries } = await evaluate([query("1", "a"), query("2", "a")], ask);
    expect([p50, p95]).toEqual(queries.map(({ ms }) => ms));
    // Timers of some runtimes fire a little early.
    expect(p50).toBeGreaterThan(25);
    expect(p95).toBeGreaterThan(p50);
  });

  test("evaluate() stops when it is told to, and hands the signal on", async () => {
    const controller = new AbortController();
    let asked = 0;
    const answer = evaluate([query("1", "a"), query("2", "a")], (_, signal) => {
      expect(signal).toBe(controller.signal);
      asked++;
      controller.abort(new Error("enough"));
      return Promise.resolve(["a"]);
    }, { signal: controller.signal });
    await expect(answer).rejects.toThrow("enough");
    expect(asked).toBe(1);
  });

  test("evaluate() refuses no query, and one that nothing answers, before it asks", async () => {
    const never = () => Promise.reject(new Error("asked"));
    await expect(evaluate([], never)).rejects.toThrow("wanted at least one");
    const judged = { ...query("7"), relevant: new Map([["a", 0]]) };
    await expect(evaluate([query("1", "a"), judged], never)).rejects
      .toThrow("Query 7 has no relevant item");
  });
});

test("summarise() takes some of the queries alike", async () => {
  const all = await evaluate([query("1", "a"), query("2", "b")], async () => ["a"]);
  expect(all.mean.hit).toBe(1 / 2);
  expect(summarise(all.queries.slice(0, 1), 10).mean.hit).toBe(1);
});

test("metricTitle() names a metric with its cutoff", () => {
  expect([metricTitle("ndcg", 10), metricTitle("recall", 5)]).toEqual(["nDCG@10", "R@5"]);
});
