/** What was drawn of a namespace. */
interface Kept<T> {
  readonly sample: Promise<Drawn<T>>;
  /** Rows that had been written in the whole store by then. */
  readonly written: number;
}

/** A sample and how many rows it was drawn of. */
export interface Drawn<T> {
  readonly value: T;
  readonly of: number;
}

/** What is known of the rows of a namespace from a sample of them, kept while it holds. */
export class SampleCache<T> {
  readonly #draw: (namespace: string) => Promise<Drawn<T>>;
  readonly #isStale: (of: number, writtenSince: number) => boolean;
  readonly #most: number;
  readonly #kept = new Map<string, Kept<T>>();
  #written = 0;

  /**
   * @param isStale Whether a sample is to be drawn anew that was drawn of so many rows.
   * @param most Namespaces that are kept; the one that was not asked for longest goes.
   */
  constructor(
    draw: (namespace: string) => Promise<Drawn<T>>,
    isStale: (of: number, writtenSince: number) => boolean,
    most: number,
  ) {
    this.#draw = draw;
    this.#isStale = isStale;
    this.#most = most;
  }

  /** Rows were written, in whatever namespace. */
  onWritten(rows: number): void {
    this.#written += rows;
  }

  /** The sample, `of` at most so many rows as the namespace has by now. */
  async get(namespace: string): Promise<Drawn<T>> {
    const kept = this.#kept.get(namespace);
    if (kept === undefined) return await this.#keep(namespace);
    const { of, value } = await kept.sample;
    // Another caller may have found it stale meanwhile.
    if (this.#kept.get(namespace) !== kept) return await this.get(namespace);
    const written = this.#written - kept.written;
    if (this.#isStale(of, written)) return await this.#keep(namespace);
    this.#kept.delete(namespace);
    this.#kept.set(namespace, kept);
    return { value, of: of + written };
  }

  #keep(namespace: string): Promise<Drawn<T>> {
    const sample = this.#draw(namespace);
    this.#kept.delete(namespace);
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= this.#most) this.#kept.delete(oldest);
    const kept = { sample, written: this.#written };
    this.#kept.set(namespace, kept);
    sample.catch(() => {
      if (this.#kept.get(namespace) === kept) this.#kept.delete(namespace);
    });
    return sample;
  }
}
