import { NORMALISATIONS, STRATEGIES } from "../fusion/strategies.ts";
import type { ContextHit } from "../retrieve/context.ts";
import type { Answers, HybridQuery } from "../retrieve/hybrid_search.ts";
import { weighByTrust, type Weighed } from "../retrieve/weigh.ts";
import { USUAL_MIN_TRUST } from "../spaces/dense_sql.ts";
import { MEMORY_COLUMNS, type MemoryRow } from "../spaces/memory_row.ts";
import type { Engine } from "./engine.ts";
import { checkCount, checkNamespace, checkText, checkTrust, invalid, kindOf } from "./checks.ts";
import { checkFilter } from "./input.ts";
import { toMemory } from "./row_memory.ts";
import {
  type RetrieverName,
  type RetrieverReport,
  RETRIEVERS,
  type SearchHit,
  type SearchOptions,
  type SearchResult,
} from "./types.ts";

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

/** The memories that answer a query best. */
export async function search(
  engine: Engine,
  query: string,
  options: SearchOptions,
): Promise<SearchResult> {
  const started = performance.now();
  const { k, scope, fetchK, trustWeight, wanted, ranking } = check(engine, query, options);
  const prepared = await engine.hybrid.prepare(query, scope, wanted, options.signal);
  let limit = fetchK;
  for (;;) {
    const answers = await prepared.search(limit);
    options.signal?.throwIfAborted();
    const ranked = await prepared.rank(answers, ranking);
    const best = weighByTrust(ranked, trustWeight).slice(0, k);
    // Parts of few documents may have filled the lists: look further down.
    const full = answers.lists.some(({ hits }) => hits.length === limit);
    if (best.length < k && full && limit < MAX_FETCH_K) {
      limit = Math.min(limit * 4, MAX_FETCH_K);
      continue;
    }
    options.signal?.throwIfAborted();
    const share = coverageOf(answers);
    const used = ranking.fusion === "rrf" && ranking.coverage ? share : null;
    return {
      hits: await hydrate(engine, scope.namespace, best, options.explain ? { used } : null),
      tookMs: performance.now() - started,
      retrievers: report(answers, prepared),
      coverage: share,
    };
  }
}

function check(engine: Engine, query: string, options: SearchOptions) {
  checkText(query, engine.maxTextBytes);
  const k = checkCount("k", options.k ?? DEFAULT_K, 1, 100);
  const { trustWeight = DEFAULT_TRUST_WEIGHT, fusion = engine.fusion, normalise } = options;
  checkShare("trustWeight", trustWeight, 10);
  if (!STRATEGIES.includes(fusion)) invalid(`fusion must be one of ${STRATEGIES.join(", ")}.`);
  if (normalise !== undefined && !NORMALISATIONS.includes(normalise)) {
    invalid(`normalise must be one of ${NORMALISATIONS.join(", ")}.`);
  }
  const fetchK = options.fetchK ?? Math.max(MIN_CANDIDATES, 2 * k);
  const weights = checkWeights(options.weights ?? {});
  return {
    k,
    scope: {
      namespace: checkNamespace(options.namespace ?? engine.namespace),
      filter: checkFilter(options.filter ?? {}),
      minTrust: checkTrust("minTrust", options.minTrust ?? USUAL_MIN_TRUST),
    },
    fetchK: checkCount("fetchK", fetchK, k, MAX_FETCH_K),
    trustWeight,
    wanted: checkRetrievers(engine, options.retrievers, weights),
    ranking: {
      k,
      fusion,
      weights,
      normalise: normalise ?? null,
      rrfK: checkShare("rrfK", options.rrfK ?? 60, 1_000_000),
      coverage: checkFlag("coverage", options.coverage ?? true),
      turns: checkFlag("turns", options.turns ?? true),
    },
  };
}

/** Which retrievers are asked: those that were named, or all, less those of weight 0. */
function checkRetrievers(
  engine: Engine,
  names: SearchOptions["retrievers"],
  weights: SearchOptions["weights"] & object,
): (name: string) => boolean {
  const there = [...engine.spaces.live.map(({ space }) => space.table.retriever), "lexical"];
  if (names !== undefined) {
    if (!Array.isArray(names)) invalid(`retrievers must be a list, not ${kindOf(names)}.`);
    for (const name of names) checkRetriever(name);
    if (!names.some((name) => there.includes(name))) {
      invalid(`retrievers names none that ${engine.spaces.mode} mode has: ${there.join(", ")}.`);
    }
  }
  const wanted = (name: string) =>
    (names ?? there).some((other) => other === name) && weights[name as RetrieverName] !== 0;
  if (!there.some(wanted)) invalid("weights leaves no retriever: one must be above 0.");
  return wanted;
}

function checkWeights(weights: SearchOptions["weights"] & object) {
  if (typeof weights !== "object" || weights === null || Array.isArray(weights)) {
    invalid(`weights must be an object, not ${kindOf(weights)}.`);
  }
  for (const [name, weight] of Object.entries(weights)) {
    checkRetriever(name);
    checkShare(`weights.${name}`, weight, 1_000_000);
  }
  return weights;
}

function checkRetriever(name: unknown): void {
  if ((RETRIEVERS as readonly unknown[]).includes(name)) return;
  invalid(`There is no retriever ${JSON.stringify(name)}; there are ${RETRIEVERS.join(", ")}.`);
}

function checkShare(name: string, value: unknown, most: number): number {
  if (typeof value === "number" && value >= 0 && value <= most) return value;
  return invalid(`${name} must be a number from 0 to ${most}.`);
}

function checkFlag(name: string, value: unknown): boolean {
  if (typeof value === "boolean") return value;
  return invalid(`${name} must be true or false, not ${kindOf(value)}.`);
}

function report(
  { lists }: Answers,
  { leftOut }: HybridQuery,
): Record<string, RetrieverReport> {
  return Object.fromEntries([
    ...lists.map(({ name, scan }) => [name, { scan, leftOut: null }] as const),
    ...Object.entries(leftOut).map(([name, why]) => [name, { scan: null, leftOut: why }] as const),
  ]);
}

/** The share of the memories under the filter that the large space holds, where both were asked. */
function coverageOf({ lists, total }: Answers): number | null {
  const [, large] = lists.filter(({ kind }) => kind === "dense");
  return large === undefined ? null : Math.min(1, large.held / Math.max(1, total));
}

async function hydrate(
  engine: Engine,
  namespace: string,
  best: readonly Weighed<ContextHit>[],
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
    const { fused, trustFactor, shares, context } = hit;
    return [{
      ...toMemory(row),
      score: hit.score,
      retrievers: hit.votes,
      ...(explained &&
        { explanation: { fused, trustFactor, shares, context, coverage: explained.used } }),
    }];
  });
}
