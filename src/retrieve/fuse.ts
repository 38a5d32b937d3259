import { interleave } from "../fusion/interleave.ts";
import { merge } from "../fusion/merge.ts";
import { bounds, byRank, minMax, type Normalise, share } from "../fusion/normalise.ts";
import { priority } from "../fusion/priority.ts";
import type { Fused, Scored } from "../fusion/ranked.ts";
import { rrf } from "../fusion/rrf.ts";
import { type Moments, zScore } from "../fusion/standardise.ts";
import type { Normalisation, Strategy } from "../fusion/strategies.ts";
import { weighted } from "../fusion/weighted.ts";
import { calibrated } from "./calibrate.ts";
import { fairRanks } from "./coverage.ts";
import type { Hit, RankedList } from "./retriever.ts";

/** What one retriever found. */
export interface Evidence extends RankedList {
  /** The retriever. */
  readonly name: string;
  /** By the vectors of a space, or by words. */
  readonly kind: "dense" | "lexical";
  /** Memories under the filter that the space holds, where two spaces are asked. */
  readonly held: number;
  /** Of the query's cosines in the space; null where it holds too few vectors. */
  readonly moments: Moments | null;
  /** Scores of memories that another list has and this one, though it knows them, has not. */
  readonly beyond: ReadonlyMap<string, number>;
}

/** How lists are fused. */
export interface FuseOptions {
  readonly fusion: Strategy;
  /** By the retriever's name; see {@linkcode fuse} for those that are absent. */
  readonly weights: Readonly<Record<string, number | undefined>>;
  /** For `weighted`; null is calibrated for cosines, and the share of the best for words. */
  readonly normalise: Normalisation | null;
  /** For `rrf`: k of its formula. */
  readonly rrfK: number;
  /** For `rrf`: ranks of two spaces made fair by coverage; false is the textbook form. */
  readonly coverage: boolean;
  /** Memories under the filter that at least one space holds. */
  readonly total: number;
}

/** What one retriever said of a memory. */
export interface Vote {
  /** From 1; null beyond the hits that were fetched. */
  readonly rank: number | null;
  /** On the retriever's own scale. */
  readonly score: number;
}

/** A memory with what the retrievers say of it. */
export interface FusedHit extends Pick<Hit, "id" | "documentId" | "trust"> {
  /** Never negative. */
  readonly fused: number;
  /** By the retriever's name. */
  readonly votes: Readonly<Record<string, Vote>>;
  /** Part of `fused` that each retriever gave, by its name; they add up to 1. */
  readonly shares: Readonly<Record<string, number>>;
}

/**
 * What a calibrated cosine weighs beside a lexical score that is a share of the best: of
 * MiniLM's, 0.12 and 0.22 do no better on conversations (`bench/quality`).
 */
export const DENSE_WEIGHT: number = 1 / 6;

/**
 * Fuses the lists of retrievers, best first. The spaces that hold a memory have one vote
 * together where scores are added (`weighted`): it is not better for being in two.
 * A weight that is absent is 1, or for `weighted` {@linkcode DENSE_WEIGHT} for a dense
 * list beside a lexical one.
 */
export function fuse(all: readonly Evidence[], options: FuseOptions): FusedHit[] {
  const lexical = all.some(({ kind, name }) => kind === "lexical" && options.weights[name] !== 0);
  const weightOf = ({ name, kind }: Evidence) =>
    options.weights[name] ??
      (kind === "dense" && lexical && options.fusion === "weighted" ? DENSE_WEIGHT : 1);
  const lists = all.filter((list) => weightOf(list) > 0);
  const hits = new Map<string, Hit>();
  for (const list of lists) {
    for (const hit of list.hits) if (!hits.has(hit.id)) hits.set(hit.id, hit);
  }
  const votes = lists.map(({ hits, beyond }) =>
    new Map<string, Vote>([
      ...hits.map(({ id, rank, score }) => [id, { rank, score }] as const),
      ...[...beyond].map(([id, score]) => [id, { rank: null, score }] as const),
    ])
  );
  const fused = fuseBy(lists, [...hits.keys()], votes, lists.map(weightOf), options);
  return fused.map(({ id, score, parts }) => {
    const { documentId, trust } = hits.get(id) as Hit;
    const said = lists.flatMap(({ name }, at): [string, Vote, number][] => {
      const vote = votes[at]?.get(id);
      return vote === undefined ? [] : [[name, vote, parts[at] as number]];
    });
    // A memory that one space alone holds may vote in the other too: that is its own share.
    const whole = said.reduce((sum, [, , part]) => sum + part, 0);
    return {
      id,
      documentId,
      trust,
      fused: score,
      votes: Object.fromEntries(said.map(([name, vote]) => [name, vote])),
      shares: Object.fromEntries(
        said.map(([name, , part]) => [name, whole > 0 ? part / whole : 1 / said.length]),
      ),
    };
  });
}

function fuseBy(
  lists: readonly Evidence[],
  ids: readonly string[],
  votes: readonly ReadonlyMap<string, Vote>[],
  weights: readonly number[],
  options: FuseOptions,
): readonly Fused[] {
  const hits = lists.map((list) => list.hits);
  switch (options.fusion) {
    case "rrf":
      return rrf(ranks(lists, options), { k: options.rrfK, weights });
    case "merge":
      return merge(hits).map((fused) => ({ ...fused, score: Math.max(0, fused.score) }));
    case "priority":
      return priority(hits).map((fused) => ({ ...fused, score: Math.max(0, fused.score) }));
    case "interleave":
      return interleave(hits);
    case "weighted":
      return sum(lists, ids, votes, weights, options.normalise);
  }
}

/** Those of the spaces made fair, if that is wanted; the others as they are. */
function ranks(lists: readonly Evidence[], { coverage, total }: FuseOptions) {
  const dense = lists.filter(({ kind }) => kind === "dense");
  if (!coverage || dense.length < 2) return lists.map(({ hits }) => hits);
  const fair = fairRanks(dense, total).values();
  return lists.map(({ kind, hits }) => kind === "dense" ? fair.next().value ?? hits : hits);
}

function sum(
  lists: readonly Evidence[],
  ids: readonly string[],
  votes: readonly ReadonlyMap<string, Vote>[],
  weights: readonly number[],
  normalise: Normalisation | null,
): Fused[] {
  // Scores of a single retriever can be as they are.
  if (lists.length === 1 && normalise === null) {
    return ids.map((id) => {
      const score = Math.max(0, votes[0]?.get(id)?.score as number);
      return { id, score, parts: [score] };
    }).sort((a, b) => b.score - a.score);
  }
  const spaces = lists.flatMap(({ kind }, at) => kind === "dense" ? [at] : []);
  const dense = new Map(
    denseScores(lists, spaces, ids, votes, weights, normalise).map((fused) => [fused.id, fused]),
  );
  const others = lists.flatMap(({ kind }, at) => kind === "dense" ? [] : [at]);
  const fused = weighted(
    [[...dense.values()], ...others.map((at) => (lists[at] as Evidence).hits)],
    {
      normalise: [(scores) => [...scores], ...others.map(() => lexicalScale(normalise))],
      weights: [1, ...others.map((at) => weights[at] as number)],
    },
  );
  return fused.map(({ id, score, parts }) => ({
    id,
    score,
    parts: lists.map((_, at) =>
      dense.has(id) && spaces.includes(at)
        ? dense.get(id)?.parts[spaces.indexOf(at)] as number
        : parts[1 + others.indexOf(at)] ?? 0
    ),
  }));
}

/** One score for what all spaces say of a memory, best first; parts in the order of the spaces. */
function denseScores(
  lists: readonly Evidence[],
  spaces: readonly number[],
  ids: readonly string[],
  votes: readonly ReadonlyMap<string, Vote>[],
  weights: readonly number[],
  normalise: Normalisation | null,
): Fused[] {
  const moments = spaces.map((at) => (lists[at] as Evidence).moments);
  const scales = spaces.map((at) => scaled(votes[at] as ReadonlyMap<string, Vote>, normalise));
  return ids
    .flatMap((id): Fused[] => {
      const cosines = spaces.map((at) => votes[at]?.get(id)?.score ?? null);
      const held = cosines.filter((cosine) => cosine !== null).length;
      if (held === 0) return [];
      const { parts } = normalise === null || normalise === "calibrated"
        ? calibrated(cosines, moments)
        : { parts: scales.map((scale) => (scale.get(id) ?? 0) / held) };
      const weighed = parts.map((part, i) => part * (weights[spaces[i] as number] as number));
      return [{ id, score: weighed.reduce((sum, part) => sum + part, 0), parts: weighed }];
    })
    .sort((a, b) => b.score - a.score);
}

/** All scores of a space on the scale that was asked for. */
function scaled(
  votes: ReadonlyMap<string, Vote>,
  normalise: Normalisation | null,
): ReadonlyMap<string, number> {
  const scale = normalise === null ? null : denseScales[normalise];
  if (scale === null) return new Map();
  const list: Scored[] = [...votes].map(([id, { score }]) => ({ id, score }))
    .sort((a, b) => b.score - a.score);
  const scores = scale(list.map(({ score }) => score));
  return new Map(list.map(({ id }, i) => [id, scores[i] as number]));
}

/** For cosines; `calibrated` has the moments of a sample instead. */
const denseScales: Readonly<Record<Normalisation, Normalise | null>> = {
  "min-max": minMax,
  "bounds": bounds(-1, 1),
  "share": share,
  "z-score": zScore,
  "calibrated": null,
  "rank": byRank,
};

/** For lexical scores, which no sample says anything of: calibrated, they are so by their own list. */
function lexicalScale(normalise: Normalisation | null): Normalise {
  if (normalise === null) return share;
  return normalise === "calibrated"
    ? zScore
    : normalise === "bounds"
    ? bounds(0)
    : denseScales[normalise] as Normalise;
}
