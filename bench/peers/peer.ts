import type { SessionTurn } from "../quality/data/beir.ts";
/** A system that keeps texts with their vectors and searches both, at one setting. */
export interface Peer {
  readonly name: string;
  /** `documented`, `best`, or, while tuning, what was set. */
  readonly setting: string;
  /** A store that holds all collections. */
  open(collections: readonly PeerCollection[]): Promise<PeerStore>;
}

/** Documents that are searched together, and apart from all others. */
export interface PeerCollection {
  readonly namespace: string;
  readonly documents: readonly PeerDocument[];
}

export interface PeerDocument {
  readonly id: string;
  /** What was embedded, and what is indexed by its words. */
  readonly text: string;
  /** The same with speaker, time and session apart, for a peer that knows such things. */
  readonly turn: SessionTurn;
  readonly vector: Float32Array;
}

export interface PeerQuery {
  readonly text: string;
  readonly vector: Float32Array;
  readonly namespace: string;
}

export interface PeerStore {
  /** Ids of documents of the query's namespace, best first. */
  search(query: PeerQuery, k: number): Promise<string[]>;
  close(): Promise<void>;
}
