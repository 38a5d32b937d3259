import { FUSIONS } from "../config.ts";
import { fuseSpaces } from "../retrieve/fuse_spaces.ts";
import type { SpaceAnswers, SpaceQuery } from "../retrieve/space_search.ts";
import { weighByTrust, type Weighed } from "../retrieve/weigh.ts";
import { USUAL_MIN_TRUST } from "../spaces/dense_sql.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import type { Engine } from "./engine.ts";
import { checkCount, checkNamespace, checkText, checkTrust, invalid, kindOf } from "./checks.ts";
import { checkFilter } from "./input.ts";
import { toMemory } from "./row_memory.ts";
import type { RetrieverReport, SearchHit, SearchOptions, SearchResult } from "./types.ts";

const DEFAULT_K = 10;
/** Hits of each retriever that are fused, at least. */
export const MIN_CANDIDATES = 100;
/**
 * Neighbouring scores differ by 1 to 2%, one step of feedback changes trust by
 * 10 to 20%: a fifth of its logarithm lets trust decide between equals without
 * letting it drown the ranking (`bench/quality`).
 */
export const DEFAULT_TRUST_WEIGHT = 0.2;
const MAX_FETCH_K = 10_000;

/** The memories nearest to a query. */
export async function search(
  engine: Engine,
  query: string,
  options: SearchOptions,
): Promise<SearchResult> {
  const started = performance.now();
  const { explain = false } = options;
  const { k, scope, fetchK, fusion, coverage, trustWeight } = check(engine, query, options);
  const prepared = await engine.spaceSearch.prepare(query, scope, options.signal);
  let limit = fetchK;
  for (;;) {
    const answers = await prepared.search(limit, fusion === "calibrated" || explain);
    const fused = fuseSpaces(answers.lists, { fusion, coverage, total: answers.total });
    const best = weighByTrust(fused, trustWeight).slice(0, k);
    // Parts of few documents may have filled the lists: look further down.
    const full = answers.lists.some(({ hits }) => hits.length === limit);
    if (best.length < k && full && limit < MAX_FETCH_K) {
      limit = Math.min(limit * 4, MAX_FETCH_K);
      continue;
    }
    options.signal?.throwIfAborted();
    const share = coverageOf(answers);
    const used = fusion === "rrf" && coverage ? share : null;
    return {
      hits: await hydrate(engine, scope.namespace, best, explain ? { used } : null),
      tookMs: performance.now() - started,
      retrievers: report(answers, prepared),
      coverage: share,
    };
  }
}

function check(engine: Engine, query: string, options: SearchOptions) {
  checkText(query, engine.maxTextBytes);
  const k = checkCount("k", options.k ?? DEFAULT_K, 1, 100);
  const { trustWeight = DEFAULT_TRUST_WEIGHT, fusion = engine.fusion, coverage = true } = options;
  if (!(typeof trustWeight === "number" && trustWeight >= 0 && trustWeight <= 10)) {
    invalid("trustWeight must be a number from 0 to 10.");
  }
  if (!FUSIONS.includes(fusion)) invalid(`fusion must be one of ${FUSIONS.join(", ")}.`);
  if (typeof coverage !== "boolean") {
    invalid(`coverage must be true or false, not ${kindOf(coverage)}.`);
  }
  const fetchK = options.fetchK ?? Math.max(MIN_CANDIDATES, 2 * k);
  return {
    k,
    scope: {
      namespace: checkNamespace(options.namespace ?? engine.namespace),
      filter: checkFilter(options.filter ?? {}),
      minTrust: checkTrust("minTrust", options.minTrust ?? USUAL_MIN_TRUST),
    },
    fetchK: checkCount("fetchK", fetchK, k, MAX_FETCH_K),
    fusion,
    coverage,
    trustWeight,
  };
}

function report(
  { lists }: SpaceAnswers,
  { leftOut }: SpaceQuery,
): Record<string, RetrieverReport> {
  return Object.fromEntries([
    ...lists.map(({ name, scan }) => [name, { scan, leftOut: null }] as const),
    ...Object.entries(leftOut).map(([name, why]) => [name, { scan: null, leftOut: why }] as const),
  ]);
}

/** The share of the memories under the filter that the large space holds, where it was asked. */
function coverageOf({ lists, total }: SpaceAnswers): number | null {
  const large = lists[1];
  return large === undefined ? null : Math.min(1, large.held / Math.max(1, total));
}

async function hydrate(
  engine: Engine,
  namespace: string,
  best: readonly Weighed[],
  explained: { readonly used: number | null } | null,
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
      retrievers: hit.votes,
      ...(explained && { explanation: { fused, trustFactor, shares, coverage: explained.used } }),
    }];
  });
}
