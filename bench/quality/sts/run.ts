import { cosine } from "../../../src/embed/cosine.ts";
import type { EmbedderSource } from "../../../src/embed/lazy_embedder.ts";
import { spearman } from "../../../src/evaluate/spearman.ts";
import { RESULTS } from "../data/results.ts";
import { embedded } from "../data/vectors.ts";
import { readPairs } from "./pairs.ts";

/** Spearman × 100 on STS-B's test split, as model cards and the MTEB have it, by model id. */
const PUBLISHED: Readonly<Record<string, number>> = {
  "sentence-transformers/all-MiniLM-L6-v2": 82.0,
  "BAAI/bge-large-en-v1.5": 87.5,
};

/** How well a model's cosines order pairs of sentences as people did. */
export interface StsFigure {
  readonly pairs: number;
  /** × 100. */
  readonly spearman: number;
}

/**
 * The semantic textual similarity benchmark: Spearman's correlation of cosines with what
 * people said. Cer and others, "SemEval-2017 Task 1", SemEval 2017. Both sentences are
 * embedded as documents: neither asks for the other.
 */
export async function stsSpearman(folder: string, source: EmbedderSource): Promise<StsFigure> {
  const pairs = readPairs(folder);
  const texts = pairs.flatMap(({ first, second }) => [first, second]);
  const vectors = await embedded(RESULTS, source, texts, "document");
  const cosines = pairs.map((_, i) => cosine(vectors[2 * i]!, vectors[2 * i + 1]!));
  return {
    pairs: pairs.length,
    spearman: 100 * spearman(cosines, pairs.map(({ similarity }) => similarity)),
  };
}

/** A line for a terminal. */
export function stsLine(model: string, { pairs, spearman }: StsFigure): string {
  const published = PUBLISHED[model];
  return `STS-B, ${pairs} pairs, ${model}: Spearman ${spearman.toFixed(1)}` +
    (published === undefined ? "" : `, published ${published.toFixed(1)}`);
}
