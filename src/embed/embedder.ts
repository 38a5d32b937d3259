/** Where an embedder's arithmetic runs. */
export type Device = "cpu" | "cuda" | "webgpu" | "wasm";

/** How one vector is made of a model's last hidden states. */
export type Pooling = "mean" | "cls";

/**
 * Number format class of a model's weights. fp32 and fp16 give vectors that can
 * be compared; int8 is a class of its own.
 */
export type DtypeClass = "float" | "int8";

/** Everything about a model that decides what its vectors mean. */
export interface ModelIdentity {
  /** Hub name, such as `sentence-transformers/all-MiniLM-L6-v2`. */
  readonly id: string;
  /** Hub commit or the name of a release. */
  readonly revision: string;
  readonly dtype: DtypeClass;
  readonly pooling: Pooling;
  /** Written before a query and before a document. */
  readonly prompts: { readonly query: string; readonly document: string };
  readonly dimensions: number;
}

/**
 * Texts to vectors: the port that every model runtime implements. A text's
 * vector depends on that text alone, never on what it was embedded with.
 */
export interface Embedder {
  readonly model: ModelIdentity;
  /** Length of every vector. */
  readonly dimensions: number;
  /** Word pieces that fit the model's window, special tokens included. */
  readonly maxTokens: number;
  readonly device: Device;
  /** Why better backends are not in use, one sentence each; empty when the first one works. */
  readonly notes: readonly string[];
  /** Word pieces of each text, special tokens not counted and nothing truncated. */
  countTokens(texts: readonly string[], signal?: AbortSignal): Promise<number[]>;
  /** Unit-length vectors, in order. Goes ahead of documents that wait. */
  embedQueries(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Unit-length vectors, in order. */
  embedDocuments(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Releases sessions and threads; calls still running reject with `STORE_CLOSED`. */
  close(): Promise<void>;
}
