import type { Database } from "../database.ts";
import type { Strategy } from "../fusion/strategies.ts";
import type { HybridSearch } from "../retrieve/hybrid_search.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Spaces } from "./spaces.ts";
import type { OneAtATime } from "./one_at_a_time.ts";

/** What the verbs work on. */
export interface Engine {
  readonly database: Database;
  readonly spaces: Spaces;
  readonly hybrid: HybridSearch;
  /** Whether memories may be elevated: in auto mode, unless it was switched off. */
  readonly elevation: boolean;
  /** Runs one elevation after the other. */
  readonly oneElevation: OneAtATime;
  /** Of searches that name none. */
  readonly fusion: Strategy;
  readonly lexicon: Lexicon;
  /** The namespace of calls that name none. */
  readonly namespace: string;
  readonly maxTextBytes: number;
  /** Namespaces with up to this many memories are searched exactly. */
  readonly exactBelow: number;
  readonly newId: () => string;
  /** Called after rows were written, changed or removed. */
  readonly onWritten: (written: Written) => void;
}

/** What a write came to. */
export interface Written {
  readonly rows: number;
  readonly kind: "added" | "changed";
  /** Of them, rows that still miss a vector. */
  readonly pending: number;
}
