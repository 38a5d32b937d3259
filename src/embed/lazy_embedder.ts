import type { Embedder, ModelIdentity } from "./embedder.ts";
import { messageOf } from "../errors.ts";

/** A model that can be opened, and what is known of it before it is. */
export interface EmbedderSource {
  readonly model: ModelIdentity;
  /** Word pieces that fit its window, special tokens included. */
  readonly maxTokens: number;
  open(): Promise<Embedder>;
}

/**
 * Opens a model when it is first needed, once; a failure is tried again at the
 * next need, so that a model which arrives later is picked up.
 */
export class LazyEmbedder {
  readonly source: EmbedderSource;
  #opening: Promise<Embedder> | null = null;
  #opened: Embedder | null = null;
  #failure: string | null = null;
  #closed = false;

  constructor(source: EmbedderSource) {
    this.source = source;
  }

  /** The model, opened by now or by this call. */
  async get(): Promise<Embedder> {
    this.#opening ??= this.#open();
    return await this.#opening;
  }

  get ready(): boolean {
    return this.#opened !== null;
  }

  get device(): string | null {
    return this.#opened?.device ?? null;
  }

  /** Why a better backend is not in use, or why the model failed. */
  get notes(): readonly string[] {
    return this.#opened?.notes ?? (this.#failure === null ? [] : [this.#failure]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#opening?.catch(() => {});
    await this.#opened?.close();
  }

  async #open(): Promise<Embedder> {
    try {
      const embedder = await this.source.open();
      this.#opened = embedder;
      this.#failure = null;
      if (this.#closed) await embedder.close();
      return embedder;
    } catch (error) {
      this.#failure = messageOf(error);
      this.#opening = null;
      throw error;
    }
  }
}
