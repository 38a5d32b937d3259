/** Searches without a hit after which a retriever counts as silent. */
export const SILENT_AFTER = 20;

/** Which retrievers find nothing any more: something is amiss with them, or with the questions. */
export class Silence {
  readonly #empty = new Map<string, number>();

  /** A retriever was asked and returned so many hits. */
  heard(name: string, hits: number): void {
    this.#empty.set(name, hits > 0 ? 0 : (this.#empty.get(name) ?? 0) + 1);
  }

  /** Retrievers that returned nothing for the last {@linkcode SILENT_AFTER} searches or more, and for how many. */
  get silent(): ReadonlyMap<string, number> {
    return new Map([...this.#empty].filter(([, searches]) => searches >= SILENT_AFTER));
  }
}
