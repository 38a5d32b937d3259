import type { Mode } from "../config.ts";
import type { Normalisation, Strategy } from "../fusion/strategies.ts";

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
  /** Vectors made before (an import), by space id; those of spaces that the store does not keep are made anew. */
  readonly vectors?: Readonly<Record<string, Float32Array | readonly number[]>>;
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
  /** Ids of the spaces that hold it, the small one first; none while it waits to be embedded. */
  readonly spaces: readonly string[];
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

/** What returns a ranked list: an embedding space, or full-text search. */
export type RetrieverName = (typeof RETRIEVERS)[number];
/** All of them. */
export const RETRIEVERS = ["dense384", "dense1024", "lexical"] as const;

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
  /** The retrievers that are asked; default: all of the mode. */
  readonly retrievers?: readonly RetrieverName[];
  /**
   * How their lists become one; default `weighted` (or `BICAMERAL_FUSION`). `rrf` goes by
   * ranks, `merge` takes the best raw score, `priority` the first list with hits,
   * `interleave` each list in turn.
   */
  readonly fusion?: Strategy;
  /**
   * How much each retriever counts; 0 leaves it out. By default 1, and for `weighted` 1/6 for a
   * dense one beside the lexical one. `merge`, `priority` and `interleave` know 0 alone.
   */
  readonly weights?: Partial<Readonly<Record<RetrieverName, number>>>;
  /**
   * For `weighted`: how scores come to one scale. By default cosines are calibrated and
   * lexical scores are shares of the best one.
   */
  readonly normalise?: Normalisation;
  /** For `rrf`: damps the first ranks; default 60. */
  readonly rrfK?: number;
  /**
   * Read the turns of a session in context: what the turns around one say lends it score.
   * Default true; without effect on memories without a session.
   */
  readonly turns?: boolean;
  /** For `rrf`: ranks made fair where only some memories are in both spaces. Default true; false is the textbook form. */
  readonly coverage?: boolean;
  /** Say per hit how its score came about. */
  readonly explain?: boolean;
}

/** What one retriever said of a hit. */
export interface RetrieverVote {
  /** From 1; null where the hit is beyond those that this retriever was asked for. */
  readonly rank: number | null;
  /** On the retriever's own scale: a cosine, −1 to 1, for a dense one. */
  readonly score: number;
}

/** How a hit's score came about: `score = fused × trustFactor`. */
export interface ScoreExplanation {
  readonly fused: number;
  /** trust ^ trustWeight. */
  readonly trustFactor: number;
  /** Part of `fused` that each retriever gave, less what its session lent; the parts add up to 1. */
  readonly shares: Readonly<Record<string, number>>;
  /** For a turn that was read in the context of its session: what that did. */
  readonly context: {
    /** Share of the lexical score that turns around it lent. */
    readonly lent: number;
    /** Factor below 1 for a turn that asks instead of tells. */
    readonly question: number;
    /** Part of `fused` that the best turn of its session lent. */
    readonly session: number;
  } | null;
  /** The share by which the large space's ranks were made fair; null where they were not. */
  readonly coverage: number | null;
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
  /** The retrievers of the mode that had something to say, and those that were left out. */
  readonly retrievers: Readonly<Record<string, RetrieverReport>>;
  /** The share of the memories under the filter that are in the large space, where both spaces were asked. */
  readonly coverage: number | null;
}

/** What a retriever did for a search. */
export interface RetrieverReport {
  /** How it looked: through every memory, or by the index; null when it was left out. */
  readonly scan: "exact" | "index" | null;
  /** Why it was left out: its model is not on this machine, for one. */
  readonly leftOut: string | null;
}

/** Options of `elevate`. */
export interface ElevateOptions extends CallOptions {
  /** Who asks for it; default `user`. */
  readonly by?: "user" | "tool:elevate_memory_to_1024";
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Memories to be elevated: the best that a query finds. */
export interface QueryToElevate {
  readonly query: string;
  /** 1 to 100; default 10. */
  readonly limit?: number;
  readonly filter?: Filter;
}

/** What became of a memory that was to be elevated. */
export interface ElevateResult {
  readonly memoryId: string;
  /** False when it was in the large space before: nothing was changed. */
  readonly elevated: boolean;
  /** Id of its row in the large space. */
  readonly elevationId: string;
  /** The model that embedded it there. */
  readonly model: string;
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

/** A memory with its vectors, as `export` gives it. */
export interface ExportedMemory extends Memory {
  /** By space id. */
  readonly vectors: Readonly<Record<string, Float32Array>>;
}

/** How a `reembed` goes on. */
export interface ReembedProgress {
  readonly done: number;
  readonly failed: number;
  readonly total: number;
}

/** The state of a store. */
export interface Status {
  readonly mode: Mode;
  /** Whether memories may be elevated. */
  readonly elevation: boolean;
  readonly location: string;
  readonly durability: string;
  /** Memories in all namespaces (parts counted one by one). */
  readonly memories: number;
  readonly namespaces: number;
  /** Vectors by space id. */
  readonly vectorsBySpace: Readonly<Record<string, number>>;
  /** Vectors that the mode wants and that are made by themselves, as soon as their model can. */
  readonly pending: number;
  /** Vectors of another model or space than the mode wants: `reembed` makes them anew. */
  readonly needsReembedding: number;
  /** The spaces of the mode, the small one first. */
  readonly spaces: readonly SpaceStatus[];
  /** Full-text search. */
  readonly lexical: {
    /** What finds: BM25 where the engine has it. */
    readonly retriever: "bm25" | "tsvector";
    /** Whose stems and stop words it goes by. */
    readonly language: string;
    /** Memories that are yet to be analysed, or analysed anew, by themselves. */
    readonly waiting: number;
  };
  /**
   * Retrievers that returned nothing for the last 20 searches or more of this program, and
   * for how many: something may be amiss with them.
   */
  readonly silent: Readonly<Record<string, number>>;
  /** What the mode does not find, and what to do about it; one sentence each. */
  readonly notes: readonly string[];
  /** Namespaces up to this many memories are searched exactly. */
  readonly exactBelow: number;
  readonly engine: {
    readonly database: string;
    readonly pgvector: string;
    readonly bm25: boolean;
    readonly schema: number;
  };
}

/** An embedding space that the store keeps, and the model that fills it. */
export interface SpaceStatus {
  readonly id: string;
  readonly fingerprint: string;
  /** The retriever that searches it. */
  readonly retriever: string;
  readonly model: string;
  readonly revision: string;
  readonly dtype: string;
  readonly dimensions: number;
  /** `idle`: on this machine and not loaded yet; `missing`: not on this machine. */
  readonly state: "ready" | "idle" | "missing" | "failed";
  readonly device: string | null;
  /** Why a better device is not in use, or why the model is missing or failed. */
  readonly notes: readonly string[];
  /** Vectors of this space. */
  readonly vectors: number;
  readonly pending: number;
  readonly needsReembedding: number;
  /** Codes of its vectors in the index, and those of large namespaces that wait to enter it: scanned until then. */
  readonly indexed: number;
  readonly waiting: number;
}
