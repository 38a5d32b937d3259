import type { Retriever } from "../retrieve/retriever.ts";
import { weighByTrust, type Weighed } from "../retrieve/weigh.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import type { Engine } from "./engine.ts";
import { checkCount, checkNamespace, checkText, checkTrust, invalid } from "./checks.ts";
import { checkFilter } from "./input.ts";
import { toMemory } from "./row_memory.ts";
import type { SearchHit, SearchOptions, SearchResult } from "./types.ts";

const DEFAULT_K = 10;
const MIN_CANDIDATES = 100;
const DEFAULT_MIN_TRUST = 0.3;
/**
 * Neighbouring cosines differ by 1 to 2%, one step of feedback changes trust by
 * 10 to 20%: a fifth of its logarithm lets trust decide between equals without
 * letting it drown the ranking.
 */
const DEFAULT_TRUST_WEIGHT = 0.2;
const MAX_FETCH_K = 10_000;

/** The memories nearest to a query. */
export async function search(
  engine: Engine,
  retriever: Retriever,
  query: string,
  options: SearchOptions,
): Promise<SearchResult> {
  const started = performance.now();
  checkText(query, engine.maxTextBytes);
  const k = checkCount("k", options.k ?? DEFAULT_K, 1, 100);
  const trustWeight = options.trustWeight ?? DEFAULT_TRUST_WEIGHT;
  if (!(typeof trustWeight === "number" && trustWeight >= 0 && trustWeight <= 10)) {
    invalid("trustWeight must be a number from 0 to 10.");
  }
  const request = {
    namespace: checkNamespace(options.namespace ?? engine.namespace),
    filter: checkFilter(options.filter ?? {}),
    minTrust: checkTrust("minTrust", options.minTrust ?? DEFAULT_MIN_TRUST),
    ...(options.signal && { signal: options.signal }),
  };
  let limit = checkCount(
    "fetchK",
    options.fetchK ?? Math.max(MIN_CANDIDATES, 2 * k),
    k,
    MAX_FETCH_K,
  );
  for (;;) {
    const list = await retriever.search(query, { ...request, limit });
    const best = weighByTrust(retriever.name, list, trustWeight).slice(0, k);
    // Parts of few documents may have filled the list: look further down.
    if (best.length < k && list.hits.length === limit && limit < MAX_FETCH_K) {
      limit = Math.min(limit * 4, MAX_FETCH_K);
      continue;
    }
    options.signal?.throwIfAborted();
    return {
      hits: await hydrate(engine, request.namespace, best, options.explain ?? false),
      tookMs: performance.now() - started,
      scans: { [retriever.name]: list.scan },
    };
  }
}

async function hydrate(
  engine: Engine,
  namespace: string,
  best: readonly Weighed[],
  explain: boolean,
): Promise<SearchHit[]> {
  const rows = await engine.database.query<MemoryRow>(
    `select ${MEMORY_COLUMNS} from bicameral.memories m where m.namespace = $1 and m.id = any($2::uuid[])`,
    [namespace, best.map((hit) => hit.id)],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return best.flatMap((hit) => {
    const row = byId.get(hit.id);
    // Forgotten between the two statements.
    if (row === undefined) return [];
    const { fused, trustFactor, shares } = hit;
    return [{
      ...toMemory(row),
      score: hit.score,
      retrievers: Object.fromEntries(
        Object.entries(hit.votes).map(([name, { rank, score }]) => [name, { rank, score }]),
      ),
      ...(explain && { explanation: { fused, trustFactor, shares } }),
    }];
  });
}
