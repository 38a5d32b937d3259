import type { Database } from "../database.ts";
import type { LiveSpace } from "../embed/live_space.ts";
import { messageOf, rethrowIfOver } from "../errors.ts";
import type { Moments } from "../fusion/standardise.ts";
import { momentsOf } from "./calibrate.ts";
import { type DenseLookup, DenseRetriever } from "./dense.ts";
import type { SpaceList } from "./fuse_spaces.ts";
import { HeldCounts } from "./held.ts";
import type { RankedList, Scope } from "./retriever.ts";
import { VectorSamples } from "./samples.ts";

/** What the spaces that were asked found. */
export interface SpaceAnswers {
  readonly lists: readonly SpaceList[];
  /** Memories under the filter that at least one space holds; 0 where one space was asked. */
  readonly total: number;
}

/** A query made ready for the spaces that can be asked; may be asked more than once. */
export interface SpaceQuery {
  /** Retrievers that can't be asked, and why. */
  readonly leftOut: Readonly<Record<string, string>>;
  /** @param completed Whether a memory's cosine is wanted in each space that holds it, though it be in one list only. */
  search(limit: number, completed: boolean): Promise<SpaceAnswers>;
}

/** A space that is asked, and what is known of it for this query. */
interface Asked {
  readonly name: string;
  readonly lookup: DenseLookup;
  readonly held: number;
  readonly moments: Moments | null;
}

/**
 * Searches one space, or two side by side. The second one is asked only where it holds
 * memories under the filter and its model is on this machine: nothing is downloaded
 * because of a search.
 */
export class SpaceSearch {
  readonly #first: Voice;
  readonly #second: (Voice & { readonly counts: HeldCounts }) | null;

  /** @param spaces Those of the store's mode; the small one first where there are two. */
  constructor(database: Database, spaces: readonly LiveSpace[], exactBelow: number) {
    const [first, second] = spaces as [LiveSpace, LiveSpace?];
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

  /** Something was written. */
  onWritten(): void {
    this.#second?.counts.forget();
  }

  /** Embeds the query, in both spaces side by side where both are asked. */
  async prepare(text: string, scope: Scope, signal?: AbortSignal): Promise<SpaceQuery> {
    const embedding = this.#first.retriever.prepare(text, signal);
    // Heard of below, after what is done meanwhile.
    embedding.catch(() => {});
    const second = await this.#prepareSecond(text, scope, signal);
    const lookup = await embedding;
    const { name } = this.#first.retriever;
    if (second.asked === undefined) {
      return query([{ name, lookup, held: 0, moments: null }], 0, second.leftOut, scope, signal);
    }
    const { asked, held, whole } = second;
    const moments = await momentsIn(this.#first, lookup, scope, whole.small);
    const first = { name, lookup, held: held.small, moments };
    return query([first, asked], held.small + held.large - held.both, {}, scope, signal);
  }

  async #prepareSecond(text: string, scope: Scope, signal?: AbortSignal) {
    const second = this.#second;
    if (second === null) return { leftOut: {} };
    const held = await second.counts.get(scope);
    if (held.large === 0) return { leftOut: {} };
    const { name } = second.retriever;
    const missing = await second.live.embedder.missing();
    const why = missing?.message ?? second.live.embedder.failedLately;
    if (why !== null) return { leftOut: { [name]: why } };
    try {
      const lookup = await second.retriever.prepare(text, signal);
      const whole = await second.counts.get({ ...scope, filter: {}, minTrust: 0 });
      const moments = await momentsIn(second, lookup, scope, whole.large);
      return { held, whole, asked: { name, lookup, held: held.large, moments } };
    } catch (error) {
      rethrowIfOver(error, signal);
      return { leftOut: { [name]: messageOf(error) } };
    }
  }
}

/** A space, what searches it, and what its cosines are measured by. */
interface Voice {
  readonly live: LiveSpace;
  readonly retriever: DenseRetriever;
  readonly samples: VectorSamples;
}

async function momentsIn(
  { samples }: Voice,
  { vector }: DenseLookup,
  { namespace }: Scope,
  held: number,
): Promise<Moments | null> {
  return momentsOf(vector, await samples.get(namespace, held));
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
    async search(limit, completed) {
      const options = { ...scope, limit, ...(signal && { signal }) };
      // Counted where two are asked.
      const found = await Promise.all(
        asked.map(({ lookup, held }) => lookup(asked.length > 1 ? { ...options, held } : options)),
      );
      const lists = await Promise.all(asked.map(async ({ lookup, ...rest }, at) => {
        const missing = completed ? missingFrom(found, at) : [];
        const beyond = await lookup.scores(scope.namespace, missing);
        return { ...rest, ...found[at] as RankedList, beyond };
      }));
      return { lists, total };
    },
  };
}

/** Memories of the other lists that this one lacks and its space holds. */
function missingFrom(lists: readonly RankedList[], at: number): string[] {
  const own = new Set(lists[at]?.hits.map(({ id }) => id));
  return lists.flatMap(({ hits }, from) =>
    from === at ? [] : hits.filter(({ id, alone }) => !alone && !own.has(id)).map(({ id }) => id)
  );
}
