import { NORMALISATIONS, STRATEGIES } from "../../src/fusion/strategies.ts";
import { type RetrieverName, RETRIEVERS, type SearchOptions } from "../../src/memory/types.ts";
import type { Arguments } from "./arguments.ts";
import { UsageError } from "./failure.ts";
import { given } from "./given.ts";
import type { OptionSpecs } from "./options.ts";

/** How memories are searched. */
export const SEARCH_OPTIONS: OptionSpecs = {
  retrievers: {
    value: "LIST",
    about: `which are asked, of ${RETRIEVERS.join(",")} (default: all of the mode)`,
  },
  fusion: {
    value: STRATEGIES.join("|"),
    about: "how their lists become one (BICAMERAL_FUSION; default: weighted)",
  },
  weights: { value: "LIST", about: "how much each counts, such as lexical=1,dense384=0.2" },
  normalise: {
    value: NORMALISATIONS.join("|"),
    about: "with weighted: how scores come to one scale",
  },
  "rrf-k": { value: "NUMBER", about: "with rrf: damps the first ranks (default: 60)" },
  "no-coverage": { about: "with rrf: the textbook form" },
  "no-turns": { about: "read the turns of a session out of context" },
  "fetch-k": { value: "NUMBER", about: "candidates of each retriever (default: 100 or 2k)" },
};

/** What of them was given. */
export function readSearchOptions(args: Arguments): SearchOptions {
  return given({
    retrievers: args.text("retrievers")?.split(",").map(retriever),
    fusion: args.choice("fusion", STRATEGIES),
    weights: readWeights(args.text("weights")),
    normalise: args.choice("normalise", NORMALISATIONS),
    rrfK: args.number("rrf-k"),
    coverage: args.flag("no-coverage") ? false : undefined,
    turns: args.flag("no-turns") ? false : undefined,
    fetchK: args.number("fetch-k"),
  });
}

function readWeights(text: string | undefined): SearchOptions["weights"] | undefined {
  if (text === undefined) return undefined;
  return Object.fromEntries(
    text.split(",").map((entry) => {
      const [name = "", weight = ""] = entry.split("=");
      if (weight.trim() === "" || Number.isNaN(Number(weight))) {
        throw new UsageError(`--weights has "${entry}"; wanted such as lexical=1,dense384=0.2.`);
      }
      return [retriever(name), Number(weight)];
    }),
  );
}

function retriever(text: string): RetrieverName {
  const found = RETRIEVERS.find((name) => name === text.trim());
  if (found !== undefined) return found;
  throw new UsageError(`There is no retriever "${text}"; there are ${RETRIEVERS.join(", ")}.`);
}
