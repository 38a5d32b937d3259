import type { Embedder, ModelIdentity } from "../src/embed/embedder.ts";
import type { EmbedderSource } from "../src/embed/lazy_embedder.ts";
import { BicameralError } from "../src/errors.ts";
import { toUnitLength } from "../src/spaces/vector_codec.ts";

/** How a {@linkcode fakeEmbedder} behaves. */
export interface FakeOptions {
  readonly dimensions?: number;
  readonly maxTokens?: number;
  readonly revision?: string;
  /** Throws for the texts that it is to fail on. */
  readonly onDocument?: (text: string) => void | Promise<void>;
  /** Throws when the model is not to open. */
  readonly onOpen?: () => void | Promise<void>;
  /** Whether the model is on this machine now; default true. */
  readonly present?: () => boolean;
}

/**
 * An embedder without a model, for tests of what is around it: each word has a
 * direction of its own, made from its letters, and a text is their sum. Texts with
 * words in common are near each other; nothing is known of meaning.
 */
export function fakeEmbedder(options: FakeOptions = {}): EmbedderSource {
  const { dimensions = 384, maxTokens = 256, revision = "1" } = options;
  const model: ModelIdentity = {
    id: `test/fake-${dimensions}`,
    revision,
    dtype: "float",
    pooling: "mean",
    prompts: { query: "", document: "" },
    dimensions,
  };
  return {
    model,
    maxTokens,
    missing: () => Promise.resolve(options.present?.() === false ? absent(model) : null),
    async open() {
      if (options.present?.() === false) throw absent(model);
      await options.onOpen?.();
      return new FakeEmbedder(model, maxTokens, options);
    },
  };
}

/** The same for the large space. */
export function fakeLarge(options: Omit<FakeOptions, "dimensions"> = {}): EmbedderSource {
  return fakeEmbedder({ ...options, dimensions: 1024 });
}

function absent({ id }: ModelIdentity): BicameralError {
  return new BicameralError("MODEL_NOT_AVAILABLE", `${id} is not here; get it by: models pull`);
}

class FakeEmbedder implements Embedder {
  readonly device = "cpu";
  readonly notes = [];
  readonly model: ModelIdentity;
  readonly dimensions: number;
  readonly maxTokens: number;
  readonly #options: FakeOptions;
  #closed = false;

  constructor(model: ModelIdentity, maxTokens: number, options: FakeOptions) {
    this.model = model;
    this.dimensions = model.dimensions;
    this.maxTokens = maxTokens;
    this.#options = options;
  }

  countTokens(texts: readonly string[]): Promise<number[]> {
    return Promise.resolve(texts.map((text) => wordsOf(text).length));
  }

  embedQueries(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    return this.#embed(texts, signal);
  }

  async embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    for (const text of texts) await this.#options.onDocument?.(text);
    return await this.#embed(texts, signal);
  }

  close(): Promise<void> {
    this.#closed = true;
    return Promise.resolve();
  }

  #embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    signal?.throwIfAborted();
    if (this.#closed) throw new BicameralError("STORE_CLOSED", "The embedder was closed.");
    return Promise.resolve(texts.map((text) => vectorOf(text, this.dimensions)));
  }
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function vectorOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions).fill(1e-3);
  for (const word of wordsOf(text)) {
    // FNV-1a starts a xorshift generator: a direction that depends on the word alone.
    let state = 0x811c9dc5;
    for (let i = 0; i < word.length; i++) {
      state = Math.imul(state ^ word.charCodeAt(i), 0x01000193);
    }
    for (let i = 0; i < dimensions; i++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      vector[i] = (vector[i] as number) + (state | 0) / 0x80000000;
    }
  }
  return toUnitLength(vector);
}
