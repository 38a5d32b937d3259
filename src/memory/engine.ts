import type { Database } from "../database.ts";
import type { LazyEmbedder } from "../embed/lazy_embedder.ts";
import type { Space } from "../spaces/space.ts";

/** What the verbs work on: one store with one small space. */
export interface Engine {
  readonly database: Database;
  readonly space: Space;
  readonly embedder: LazyEmbedder;
  /** The namespace of calls that name none. */
  readonly namespace: string;
  readonly maxTextBytes: number;
  /** Namespaces with up to this many memories are searched exactly. */
  readonly exactBelow: number;
  readonly newId: () => string;
  /** Called after rows were written, changed or removed, with their number. */
  readonly onWritten: (rows: number, kind: "added" | "changed") => void;
}
