/** Plain JSON data that a memory carries along. */
export type Metadata = Readonly<Record<string, unknown>>;

/** A memory to add. Only `text` is needed. */
export interface NewMemory {
  readonly text: string;
  /** Where it comes from, at most 50 characters; default `user`. */
  readonly sourceType?: string;
  /** The conversation that it belongs to. */
  readonly sessionId?: string;
  readonly speaker?: string;
  /** When it was said or happened; a string is read as ISO 8601. */
  readonly occurredAt?: Date | string;
  /** A plain object of JSON data, at most 16 levels deep. */
  readonly metadata?: Metadata;
  /** How far it may be relied on, 0 to 1; default 0.5. */
  readonly trust?: number;
  readonly peerId?: string;
  /** A vector made before (an import): used when it is of the store's own space, else made anew. */
  readonly embedding?: Float32Array | readonly number[];
  /** The space of `embedding`; left out, it is taken to be the store's own. */
  readonly spaceId?: string;
  /**
   * The document that the text is a part of, together with `part`: of an import. Such
   * a text is kept as it is, however long.
   */
  readonly documentId?: string;
  /** Its place in the document, from 0. */
  readonly part?: number;
  /** Overrides the namespace of the call. */
  readonly namespace?: string;
}

/** A memory as it is kept. */
export interface Memory {
  readonly id: string;
  readonly namespace: string;
  readonly text: string;
  readonly sourceType: string;
  /** 0 to 1, to four decimals. */
  readonly trust: number;
  readonly metadata: Metadata;
  readonly peerId: string | null;
  readonly sessionId: string | null;
  readonly speaker: string | null;
  readonly occurredAt: Date | null;
  /** What it is a part of, when its text was too long for one vector. */
  readonly documentId: string | null;
  /** From 0. */
  readonly part: number | null;
  /** The space of its vector; null while it waits to be embedded. */
  readonly spaceId: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Which memories a call is about; several keys must all hold. */
export interface Filter {
  readonly sourceType?: string;
  readonly sessionId?: string;
  readonly speaker?: string;
  /** Occurred at this time or later; a string is read as ISO 8601. */
  readonly after?: Date | string;
  /** Occurred before this time, not at it. */
  readonly before?: Date | string;
  /** Metadata contains this (JSON containment: nested, arrays as sets). */
  readonly metadata?: Metadata;
  readonly ids?: readonly string[];
  /** All parts of this document. */
  readonly documentId?: string;
}

/** What most verbs take. */
export interface CallOptions {
  /** The isolation unit: tenant, user or agent. Default: the store's. */
  readonly namespace?: string;
  /** Rejects the call with the signal's reason; what was committed stays. */
  readonly signal?: AbortSignal;
}

/** What became of a memory that was added. */
export interface AddResult {
  /** The memory's id; of a text that was split, its first part's: `documentId` names the whole. */
  readonly id: string;
  /** Set when the text was split. */
  readonly documentId: string | null;
  /** Ids of all parts in order; the id alone when there is one. */
  readonly parts: readonly string[];
  /** False when the same memory was there before. */
  readonly created: boolean;
  /** Not embedded yet: the model failed or is absent. It is embedded later by itself. */
  readonly pending: boolean;
}

/** How far an `addMany` has come; counts are of memories given, not of parts. */
export interface AddProgress {
  readonly added: number;
  /** Were there before. */
  readonly existing: number;
  readonly pending: number;
  readonly rejected: number;
}

/** Options of `addMany`. */
export interface AddManyOptions extends CallOptions {
  readonly onProgress?: (progress: AddProgress) => void;
  /** Told of an invalid memory and its place in the input (from 0), which is then left out. Without it the first one ends the call. */
  readonly onReject?: (index: number, error: Error) => void;
}

/** What an update changes; what is absent stays, null empties. */
export interface MemoryChanges {
  readonly text?: string;
  readonly metadata?: Metadata;
  readonly occurredAt?: Date | string | null;
  readonly speaker?: string | null;
  readonly sessionId?: string | null;
}

/** Options of `search`. */
export interface SearchOptions extends CallOptions {
  /** Hits wanted, 1 to 100; default 10. */
  readonly k?: number;
  readonly filter?: Filter;
  /** Memories with less trust are left out; default 0.3. */
  readonly minTrust?: number;
  /** Exponent of trust in the score; 0 leaves trust out. Default 0.2. */
  readonly trustWeight?: number;
  /** Candidates that each retriever contributes; default 100 or 2k, whichever is more. */
  readonly fetchK?: number;
  /** Say per hit how its score came about. */
  readonly explain?: boolean;
}

/** What one retriever said of a hit. */
export interface RetrieverVote {
  /** From 1. */
  readonly rank: number;
  /** On the retriever's own scale: a cosine, −1 to 1, for a dense one. */
  readonly score: number;
}

/** How a hit's score came about: `score = fused × trustFactor`. */
export interface ScoreExplanation {
  readonly fused: number;
  /** trust ^ trustWeight. */
  readonly trustFactor: number;
  /** Part of `fused` that each retriever gave; the parts add up to 1. */
  readonly shares: Readonly<Record<string, number>>;
}

/** A memory that was found. */
export interface SearchHit extends Memory {
  /** Never negative; comparable within one search only. */
  readonly score: number;
  readonly retrievers: Readonly<Record<string, RetrieverVote>>;
  readonly explanation?: ScoreExplanation;
}

/** What a search found, best first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  readonly tookMs: number;
  /** How each retriever looked: through every memory, or by the index. */
  readonly scans: Readonly<Record<string, "exact" | "index">>;
}

/** What a user made of a memory that was found. */
export type FeedbackKind = "used" | "ignored" | "corrected" | "confirmed";

/** One change of a memory's trust or spaces. */
export interface MemoryEvent {
  readonly kind: string;
  readonly trustBefore: number | null;
  readonly trustAfter: number | null;
  readonly actor: string;
  readonly at: Date;
}

/** A page of memories in the order they were added. */
export interface MemoryPage {
  readonly memories: readonly Memory[];
  /** Hand it to the next `list`; null at the end. */
  readonly cursor: string | null;
}

/** A memory with its vector, as `export` gives it. */
export interface ExportedMemory extends Memory {
  readonly embedding: Float32Array | null;
}

/** How a `reembed` goes on. */
export interface ReembedProgress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** The state of a store. */
export interface Status {
  readonly mode: "cpu";
  readonly location: string;
  readonly durability: string;
  /** Memories in all namespaces (parts counted one by one). */
  readonly memories: number;
  readonly namespaces: number;
  /** Vectors by space id. */
  readonly vectorsBySpace: Readonly<Record<string, number>>;
  /** Without a vector yet. */
  readonly pending: number;
  /** With a vector of another model: `reembed` makes them anew, until then search leaves them out. */
  readonly needsReembedding: number;
  readonly models: readonly ModelStatus[];
  readonly index: {
    /** Namespaces up to this many memories are searched exactly. */
    readonly exactBelow: number;
    readonly indexed: number;
    /** Rows of large namespaces that wait to enter the index; they are scanned until then. */
    readonly waiting: number;
  };
  readonly engine: {
    readonly database: string;
    readonly pgvector: string;
    readonly bm25: boolean;
    readonly schema: number;
  };
}

/** A model that the store embeds with. */
export interface ModelStatus {
  readonly space: string;
  readonly fingerprint: string;
  readonly model: string;
  readonly revision: string;
  readonly dtype: string;
  readonly state: "ready" | "failed";
  readonly device: string | null;
  /** Why a better backend is not in use, or why the model failed. */
  readonly notes: readonly string[];
}
