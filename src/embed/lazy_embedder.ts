import type { Embedder, ModelIdentity } from "./embedder.ts";
import { BicameralError, messageOf } from "../errors.ts";
import { unlessAborted } from "./unless_aborted.ts";
import { checkVector, toUnitLength } from "../spaces/vector_codec.ts";

/** A model that can be opened, and what is known of it before it is. */
export interface EmbedderSource {
  readonly model: ModelIdentity;
  /** Word pieces that fit its window, special tokens included. */
  readonly maxTokens: number;
  /**
   * Why it can't be opened on this machine, such as files that were not downloaded;
   * null when they are there. Loads nothing. Without it the model counts as present.
   */
  missing?(): Promise<BicameralError | null>;
  open(): Promise<Embedder>;
}

const LATELY_MS = 60_000;

/**
 * Opens a model when it is first needed, once; a failure is tried again at the
 * next need, so that a model which arrives later is picked up. What it gives is
 * checked: as many vectors as texts, of the model's dimensions, finite, unit length.
 */
export class LazyEmbedder {
  readonly source: EmbedderSource;
  #opening: Promise<Embedder> | null = null;
  #opened: Embedder | null = null;
  #failure: { readonly why: string; readonly at: number } | null = null;
  #closed = false;

  constructor(source: EmbedderSource) {
    this.source = source;
  }

  /** Opens the model, unless it is open. */
  async load(signal?: AbortSignal): Promise<void> {
    await this.#get(signal);
  }

  /** Word pieces of each text; see {@linkcode Embedder.countTokens}. */
  async countTokens(texts: readonly string[], signal?: AbortSignal): Promise<number[]> {
    return await (await this.#get(signal)).countTokens(texts, signal);
  }

  /** Unit-length vectors of queries. */
  async embedQueries(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#check(texts, await (await this.#get(signal)).embedQueries(texts, signal));
  }

  /** Unit-length vectors of documents. */
  async embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#check(texts, await (await this.#get(signal)).embedDocuments(texts, signal));
  }

  /** Why the model is not on this machine, or null. Loads nothing. */
  async missing(): Promise<BicameralError | null> {
    return this.ready ? null : await this.source.missing?.() ?? null;
  }

  /**
   * Why the model did not open a moment ago, or null: loading may take as long as a device
   * that hangs, and who can do without the model need not wait for it again.
   */
  get failedLately(): string | null {
    if (this.#failure === null) return null;
    return performance.now() - this.#failure.at < LATELY_MS ? this.#failure.why : null;
  }

  get ready(): boolean {
    return this.#opened !== null;
  }

  get device(): string | null {
    return this.#opened?.device ?? null;
  }

  /** Why a better backend is not in use, or why the model failed. */
  get notes(): readonly string[] {
    return this.#opened?.notes ?? (this.#failure === null ? [] : [this.#failure.why]);
  }

  /** Closes the model; one that is still being opened is closed when it is. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#opened?.close();
  }

  #get(signal?: AbortSignal): Promise<Embedder> {
    if (this.#opening === null) {
      const opening = this.#open();
      this.#opening = opening;
      opening.catch((error) => {
        this.#failure = { why: messageOf(error), at: performance.now() };
        this.#opening = null;
      });
    }
    return unlessAborted(this.#opening, signal);
  }

  async #open(): Promise<Embedder> {
    const embedder = await this.source.open();
    if (this.#closed) {
      await embedder.close();
      throw new BicameralError("STORE_CLOSED", "The store was closed.");
    }
    if (JSON.stringify(embedder.model) !== JSON.stringify(this.source.model)) {
      await embedder.close();
      throw failed(`the model that was opened, ${embedder.model.id}, is not the one announced`);
    }
    this.#opened = embedder;
    this.#failure = null;
    return embedder;
  }

  /** A wrong vector would spoil rankings for as long as it is kept: it never gets that far. */
  #check(texts: readonly string[], vectors: readonly Float32Array[]): Float32Array[] {
    if (vectors.length !== texts.length) {
      throw failed(`it gave ${vectors.length} vectors for ${texts.length} texts`);
    }
    return vectors.map((vector) => {
      try {
        checkVector(vector, this.source.model.dimensions);
        return toUnitLength(vector);
      } catch (error) {
        throw failed(messageOf(error));
      }
    });
  }
}

function failed(why: string): BicameralError {
  return new BicameralError("EMBEDDING_FAILED", `The embedder is at fault: ${why}`);
}
