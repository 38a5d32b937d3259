import type { Space } from "../spaces/space.ts";
import type { LazyEmbedder } from "./lazy_embedder.ts";

/** An embedding space and the model that fills it. */
export interface LiveSpace {
  readonly space: Space;
  readonly embedder: LazyEmbedder;
}
