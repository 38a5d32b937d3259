import { type RetrieverName, RETRIEVERS, type SearchOptions } from "../../../src/memory/types.ts";
import {
  type Normalisation,
  NORMALISATIONS,
  STRATEGIES,
  type Strategy,
} from "../../../src/fusion/strategies.ts";
import { invalid } from "../../../src/memory/checks.ts";
import { didYouMean } from "../nearest.ts";

/** A way to search that is measured. */
export interface Configuration {
  readonly name: string;
  /** What it says to `search()`; nothing for the default. */
  readonly options: Readonly<
    Pick<SearchOptions, "retrievers" | "fusion" | "normalise" | "turns" | "fetchK">
  >;
}

/** What a table of configurations is made of. */
export interface ConfigurationTable {
  /** Sets of retrievers: `lexical`, `dense384+lexical`. */
  readonly retrievers: readonly string[];
  /** Strategies: `rrf`, and for `weighted` a normalisation as in `weighted:min-max`. */
  readonly fusion: readonly string[];
}

/** Every strategy, and `weighted` by the normalisation that most systems use, besides its own. */
export const FUSION_CHOICES: readonly string[] = STRATEGIES.flatMap((strategy) =>
  strategy === "weighted" ? [strategy, `${strategy}:min-max`] : [strategy]
);

/**
 * The default first, then the default without turns, then each set of retrievers with each
 * strategy. A set of one is there once: it has nothing to fuse.
 *
 * @throws {BicameralError} `INVALID_INPUT` for a retriever, strategy or normalisation that
 * there is not.
 *
 * @example
 * ```ts
 * import { configurations } from "./configurations.ts";
 *
 * configurations({ retrievers: ["lexical", "dense384+lexical"], fusion: ["rrf"] })
 *   .map(({ name }) => name); // ["default", "without turns", "lexical", "dense384+lexical, rrf"]
 * ```
 */
export function configurations({ retrievers, fusion }: ConfigurationTable): Configuration[] {
  const sets = [...new Set(retrievers)].map((name) => ({ name, retrievers: retrieversOf(name) }));
  const strategies = [...new Set(fusion)].map((name) => ({ name, options: strategyOf(name) }));
  return [
    { name: "default", options: {} },
    { name: "without turns", options: { turns: false } },
    ...sets.flatMap(({ name, retrievers }): Configuration[] =>
      retrievers.length === 1
        ? [{ name, options: { retrievers } }]
        : strategies.map((strategy) => ({
          name: `${name}, ${strategy.name}`,
          options: { retrievers, ...strategy.options },
        }))
    ),
  ];
}

/** In the order they are named, which `priority` goes by. */
function retrieversOf(set: string): RetrieverName[] {
  const names = set.split("+").map((name) => oneOf("retriever", name, RETRIEVERS));
  if (new Set(names).size < names.length) invalid(`${set} names a retriever twice.`);
  return names;
}

function strategyOf(text: string): { fusion: Strategy; normalise?: Normalisation } {
  const colon = text.indexOf(":");
  const fusion = oneOf("strategy", colon < 0 ? text : text.slice(0, colon), STRATEGIES);
  if (colon < 0) return { fusion };
  if (fusion !== "weighted") invalid(`${text}: weighted alone takes a normalisation.`);
  return { fusion, normalise: oneOf("normalisation", text.slice(colon + 1), NORMALISATIONS) };
}

function oneOf<T extends string>(what: string, name: string, all: readonly T[]): T {
  return all.find((one) => one === name) ??
    invalid(
      `There is no ${what} ${JSON.stringify(name)}; wanted one of ${all.join(", ")}.` +
        didYouMean(name, all),
    );
}
