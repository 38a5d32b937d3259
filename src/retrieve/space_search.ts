import type { Database } from "../database.ts";
import type { LiveSpace } from "../embed/live_space.ts";
import { rethrowIfOver } from "../errors.ts";
import type { Moments } from "../fusion/standardise.ts";
import { isFiltered } from "../spaces/dense_sql.ts";
import type { Space } from "../spaces/space.ts";
import { momentsOf } from "./calibrate.ts";
import { type DenseLookup, DenseRetriever } from "./dense.ts";
import type { Evidence } from "./fuse.ts";
import { HeldCounts } from "./held.ts";
import type { Scope } from "./retriever.ts";
import { VectorSamples } from "./samples.ts";

/** What is wanted of the spaces. */
export interface SpaceOptions {
  /** Retrievers that may be asked. */
  readonly wanted: (name: string) => boolean;
  /** Whether cosines are to be compared with those of another space, or with words. */
  readonly calibrated: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** A query made ready for the spaces that can be asked; may be asked more than once. */
export interface SpaceQuery {
  /** Retrievers that can't be asked, and why. */
  readonly leftOut: Readonly<Record<string, unknown>>;
  /** The spaces that are asked, in order, each with the query's vector. */
  readonly asked: readonly { readonly space: Space; readonly vector: Float32Array }[];
  /** Memories under the filter that at least one space holds; 0 where one space is asked. */
  readonly total: number;
  /** A list for each space. */
  search(limit: number): Promise<Evidence[]>;
  /** The lists with the cosines of memories that others have, as far as the spaces hold them. */
  complete(lists: readonly Evidence[], others: readonly string[]): Promise<Evidence[]>;
}

/** A space that is asked, and what is known of it for this query. */
interface Asked {
  readonly name: string;
  readonly space: Space;
  readonly lookup: DenseLookup;
  /** Memories under the filter that the space holds, where two are asked. */
  readonly held: number;
  /** That number or a bound of it, where one is known. */
  readonly atMost: number | undefined;
  readonly moments: Moments | null;
}

/**
 * Searches one space, or two side by side. The second one is asked only where it holds
 * memories under the filter and its model is on this machine: nothing is downloaded
 * because of a search. A space whose model fails is left out, and says why.
 */
export class SpaceSearch {
  readonly #first: Voice;
  readonly #second: (Voice & { readonly counts: HeldCounts }) | null;
  readonly #exactBelow: number;

  /** @param spaces Those of the store's mode; the small one first where there are two. */
  constructor(database: Database, spaces: readonly LiveSpace[], exactBelow: number) {
    const [first, second] = spaces as [LiveSpace, LiveSpace?];
    this.#exactBelow = exactBelow;
    const voice = (live: LiveSpace, other: LiveSpace | undefined): Voice => ({
      live,
      retriever: new DenseRetriever(database, live, other?.space ?? null, exactBelow),
      samples: new VectorSamples(database, live.space),
    });
    this.#first = voice(first, second);
    this.#second = second === undefined ? null : {
      ...voice(second, first),
      counts: new HeldCounts(database, { small: first.space, large: second.space }),
    };
  }

  /** Rows were written. */
  onWritten(rows: number): void {
    this.#second?.counts.forget();
    this.#first.samples.onWritten(rows);
    this.#second?.samples.onWritten(rows);
  }

  /** Embeds the query, in both spaces side by side where both are asked. */
  async prepare(text: string, scope: Scope, options: SpaceOptions): Promise<SpaceQuery> {
    const { wanted, calibrated, signal } = options;
    const first = wanted(this.#first.retriever.name) ? this.#first : null;
    const second = this.#second !== null && wanted(this.#second.retriever.name)
      ? this.#second
      : null;
    const held = second === null ? null : await second.counts.get(scope);
    const both = first !== null && held !== null && held.large > 0;
    const [small, large] = await Promise.all([
      first && this.#ask(first, text, scope, held?.small, both || calibrated, signal),
      second && held !== null && held.large > 0
        ? this.#ask(second, text, scope, held.large, both || calibrated, signal)
        : null,
    ]);
    const answers = [small, large].filter((answer) => answer !== null);
    const asked = answers.flatMap((answer) => "asked" in answer ? [answer.asked] : []);
    const total = held !== null && asked.length > 1 ? held.small + held.large - held.both : 0;
    const leftOut = Object.fromEntries(
      answers.flatMap((answer) => "why" in answer ? [[answer.name, answer.why]] : []),
    );
    return query(asked, total, leftOut, scope, signal);
  }

  async #ask(
    voice: Voice,
    text: string,
    scope: Scope,
    held: number | undefined,
    calibrated: boolean,
    signal?: AbortSignal,
  ): Promise<{ asked: Asked } | { name: string; why: unknown }> {
    const { name } = voice.retriever;
    const { space } = voice.live;
    if (voice === this.#second) {
      const missing = await voice.live.embedder.missing();
      const why = missing ?? voice.live.embedder.failedLately;
      if (why !== null) return { name, why };
    }
    try {
      const lookup = await voice.retriever.prepare(text, signal);
      if (!calibrated) {
        return { asked: { name, space, lookup, held: held ?? 0, atMost: held, moments: null } };
      }
      const { value: sample, of } = await voice.samples.get(scope.namespace);
      const moments = momentsOf(lookup.vector, sample);
      // How many of a large namespace a filter leaves, the sample does not tell.
      const known = of <= this.#exactBelow || !isFiltered(scope);
      const atMost = held ?? (known ? of : undefined);
      return { asked: { name, space, lookup, held: held ?? 0, atMost, moments } };
    } catch (error) {
      rethrowIfOver(error, signal);
      return { name, why: error };
    }
  }
}

/** A space, what searches it, and what its cosines are measured by. */
interface Voice {
  readonly live: LiveSpace;
  readonly retriever: DenseRetriever;
  readonly samples: VectorSamples;
}

function query(
  asked: readonly Asked[],
  total: number,
  leftOut: SpaceQuery["leftOut"],
  scope: Scope,
  signal?: AbortSignal,
): SpaceQuery {
  return {
    leftOut,
    asked: asked.map(({ space, lookup: { vector } }) => ({ space, vector })),
    total,
    search(limit) {
      const options = { ...scope, limit, ...(signal && { signal }) };
      return Promise.all(
        asked.map(async ({ name, lookup, held, atMost, moments }): Promise<Evidence> => ({
          name,
          kind: "dense",
          held,
          moments,
          beyond: new Map(),
          ...await lookup(atMost === undefined ? options : { ...options, atMost }),
        })),
      );
    },
    complete(lists, others) {
      return Promise.all(lists.map(async (list, at) => {
        const missing = missingFrom(lists, at, others);
        const { lookup } = asked[at] as Asked;
        return { ...list, beyond: await lookup.scores(scope.namespace, missing) };
      }));
    },
  };
}

/** Memories of the other lists that this one lacks, less those that its space is known not to hold. */
function missingFrom(
  lists: readonly Evidence[],
  at: number,
  others: readonly string[],
): string[] {
  const own = new Set(lists[at]?.hits.map(({ id }) => id));
  const dense = lists.flatMap(({ hits }, from) => from === at ? [] : hits);
  const alone = new Set(dense.filter(({ alone }) => alone).map(({ id }) => id));
  const ids = new Set([...dense.map(({ id }) => id), ...others]);
  return [...ids].filter((id) => !own.has(id) && !alone.has(id));
}
