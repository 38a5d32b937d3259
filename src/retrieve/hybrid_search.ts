import type { Database } from "../database.ts";
import { messageOf } from "../errors.ts";
import { type ContextHit, inContext } from "./context.ts";
import { type Evidence, fuse, type FuseOptions } from "./fuse.ts";
import type { LexicalLookup, LexicalRetriever } from "./lexical.ts";
import type { Scope } from "./retriever.ts";
import { Silence } from "./silence.ts";
import type { SpaceQuery, SpaceSearch } from "./space_search.ts";

/** Hits by words whose cosines are looked up where they are not among the nearest. */
const COMPLETED = 30;

/** What the retrievers that were asked found. */
export interface Answers {
  readonly lists: readonly Evidence[];
  /** Memories under the filter that at least one space holds; 0 where one space was asked. */
  readonly total: number;
}

/** How what was found becomes one list. */
export interface RankOptions extends Omit<FuseOptions, "total"> {
  /** Hits wanted. */
  readonly k: number;
  /** Whether turns are read in the context of their session. */
  readonly turns: boolean;
}

/** A query made ready for the retrievers that can be asked; may be asked more than once. */
export interface HybridQuery {
  /** Retrievers that can't be asked, and why. */
  readonly leftOut: Readonly<Record<string, string>>;
  search(limit: number): Promise<Answers>;
  rank(answers: Answers, options: RankOptions): Promise<readonly ContextHit[]>;
}

/** Searches by meaning, in the spaces of the mode, and by words. */
export class HybridSearch {
  readonly #database: Database;
  readonly #spaces: SpaceSearch;
  readonly #lexical: LexicalRetriever;
  readonly silence: Silence = new Silence();

  constructor(database: Database, spaces: SpaceSearch, lexical: LexicalRetriever) {
    this.#database = database;
    this.#spaces = spaces;
    this.#lexical = lexical;
  }

  /** Rows were written. */
  onWritten(rows: number): void {
    this.#spaces.onWritten(rows);
    this.#lexical.onWritten(rows);
  }

  /**
   * @param wanted Whether a retriever may be asked, by its name.
   * @throws The reason, where no retriever is left that can be asked.
   */
  async prepare(
    text: string,
    scope: Scope,
    wanted: (name: string) => boolean,
    signal?: AbortSignal,
  ): Promise<HybridQuery> {
    const lexical = wanted(this.#lexical.name) ? await this.#lexical.prepare(text) : null;
    const options = { wanted, calibrated: lexical !== null, signal };
    const spaces = await this.#spaces.prepare(text, scope, options);
    if (lexical === null && spaces.asked.length === 0) {
      const [why] = Object.values(spaces.leftOut);
      if (why !== undefined) throw why;
    }
    let heard = false;
    return {
      leftOut: Object.fromEntries(
        Object.entries(spaces.leftOut).map(([name, why]) => [name, messageOf(why)]),
      ),
      search: async (limit) => {
        const answers = await this.#search(spaces, lexical, scope, limit, signal);
        // Looking further down is no other search.
        if (!heard) {
          for (const { name, hits } of answers.lists) this.silence.heard(name, hits.length);
        }
        heard = true;
        return answers;
      },
      rank: (answers, options) => this.#rank(spaces, lexical, scope, answers, options),
    };
  }

  async #search(
    spaces: SpaceQuery,
    lexical: LexicalLookup | null,
    scope: Scope,
    limit: number,
    signal?: AbortSignal,
  ): Promise<Answers> {
    const [dense, words] = await Promise.all([
      spaces.search(limit),
      lexical?.({ ...scope, limit, ...(signal && { signal }) }),
    ]);
    // Further down it takes a cosine among the best to come far, and those are in the list.
    const found = words?.hits.slice(0, COMPLETED).map(({ id }) => id) ?? [];
    const lists = await spaces.complete(dense, found);
    if (words !== undefined) {
      const { name } = this.#lexical;
      const none = { held: 0, moments: null, beyond: new Map<string, number>() };
      lists.push({ name, kind: "lexical", ...none, ...words });
    }
    return { lists, total: spaces.total };
  }

  async #rank(
    spaces: SpaceQuery,
    lexical: LexicalLookup | null,
    scope: Scope,
    { lists, total }: Answers,
    { k, turns, ...options }: RankOptions,
  ): Promise<readonly ContextHit[]> {
    const fuseOptions = { ...options, total };
    const fused = fuse(lists, fuseOptions);
    if (!turns || fused.length === 0) return fused.map((hit) => ({ ...hit, context: null }));
    const terms = () => lexical?.terms(scope.namespace) ?? Promise.resolve([]);
    return await inContext(this.#database, fused, lists, {
      ...fuseOptions,
      k,
      scope,
      terms,
      spaces: spaces.asked,
    });
  }
}
