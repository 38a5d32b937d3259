import { alternate } from "../measure/alternate.ts";
import { runFresh } from "../measure/fresh_process.ts";
import { median, quantile } from "../measure/statistics.ts";
import type { Figure } from "../report/figure.ts";
import type { QueryOutput } from "../tasks/query_bicameral.ts";
import { type Bench, sample } from "./bench.ts";

const QUERIES = 200;
const WARM_UP = 30;

/** One query at a time, against the model's run alone and against transformers.js. */
export async function measureQuery(bench: Bench): Promise<Figure[]> {
  const queries = sample(bench.dataset.queries, QUERIES);
  const run = (name: string, more: object = {}) => () =>
    runFresh<object, QueryOutput>(name, { queries, warmUp: WARM_UP, ...more });
  const { ours, session, theirs } = await alternate("query", bench.rounds, {
    ours: run("query_bicameral"),
    session: run("query_session"),
    theirs: run("query_transformers", { modelPath: bench.modelPath() }),
  });
  const medians = (rounds: readonly QueryOutput[]) => rounds.map(median);
  const figure = { part: "query", unit: "ms", rounds: medians(ours) } as const;
  return [{
    ...figure,
    name: "embedding one query",
    against: { name: "bare session run", rounds: medians(session) },
    aim: { of: "ratio", is: "at most", bound: 1.2 },
    beside: {
      p95: median(ours.map((latencies) => quantile(latencies, 0.95))),
      "session's p95": median(
        session.map((latencies) => quantile(latencies, 0.95)),
      ),
    },
    note: "the session on one thread, ids made before",
  }, {
    ...figure,
    name: "embedding one query",
    against: { name: "transformers.js", rounds: medians(theirs) },
    beside: { "its p95": median(theirs.map((latencies) => quantile(latencies, 0.95))) },
  }];
}
