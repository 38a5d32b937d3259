/**
 * One embedding space: a model and the way texts are written for it. Vectors of
 * one space can be compared with each other and with nothing else.
 */
export interface Space {
  /** Short and readable: model, number format, and the start of the fingerprint. */
  readonly id: string;
  /** SHA-256 (hex) over everything that decides what a vector means. */
  readonly fingerprint: string;
  readonly table: SpaceTable;
  readonly model: string;
  readonly revision: string;
  readonly dtype: string;
  readonly pooling: string;
  readonly queryPrompt: string;
  readonly documentPrompt: string;
  /** How speaker and date are written into what is embedded. */
  readonly textTemplate: string;
}

/** A table that holds the vectors of one space. */
export interface SpaceTable {
  readonly name: "memories" | "memories_1024";
  readonly dimensions: number;
  /** The retriever that searches it. */
  readonly retriever: "dense384" | "dense1024";
  /** The row with `embedding` and `space_id`, in `rows`; `m` is the memory's own. */
  readonly alias: "m" | "v";
  /** Column of that row which is the memory's id. */
  readonly memoryId: "id" | "memory_id";
  /** What is searched: each vector's row beside its memory's. */
  readonly rows: string;
}

/** The small space's table: 384 dimensions, always on. */
export const SMALL: SpaceTable = {
  name: "memories",
  dimensions: 384,
  retriever: "dense384",
  alias: "m",
  memoryId: "id",
  rows: "bicameral.memories m",
};

/** The large space's table: 1024 dimensions, for memories that were elevated. */
export const LARGE: SpaceTable = {
  name: "memories_1024",
  dimensions: 1024,
  retriever: "dense1024",
  alias: "v",
  memoryId: "memory_id",
  rows: "bicameral.memories_1024 v join bicameral.memories m" +
    " on m.namespace = v.namespace and m.id = v.memory_id",
};

/** As much of a model as decides what its vectors mean. */
export interface SpaceModel {
  readonly id: string;
  readonly revision: string;
  readonly dtype: string;
  readonly pooling: string;
  readonly prompts: { readonly query: string; readonly document: string };
}

/** Identifies a space by its content: what differs in meaning differs in `id` and `fingerprint`. */
export async function defineSpace(
  table: SpaceTable,
  model: SpaceModel,
  textTemplate: string,
): Promise<Space> {
  const { id, revision, dtype, pooling, prompts: { query, document } } = model;
  const canonical = JSON.stringify(
    [id, revision, dtype, pooling, query, document, textTemplate, table.dimensions],
  );
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(canonical));
  const fingerprint = Array.from(new Uint8Array(digest), (b) => b.toString(16).padStart(2, "0"))
    .join("");
  const name = id.slice(id.lastIndexOf("/") + 1);
  return {
    id: `${name}-${dtype}-${fingerprint.slice(0, 8)}`,
    fingerprint,
    table,
    model: id,
    revision,
    dtype,
    pooling,
    queryPrompt: query,
    documentPrompt: document,
    textTemplate,
  };
}
