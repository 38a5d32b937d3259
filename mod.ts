/**
 * Bicameral: an embedded memory for agents.
 *
 * @example
 * ```ts
 * import { createMemory } from "bicameral";
 *
 * const memory = await createMemory({ dataDir: "memory://" });
 * await memory.add({ text: "The deploy key is rotated on Fridays.", speaker: "Jo" });
 * const { hits } = await memory.search("When do we rotate the key?");
 * console.log(hits[0]?.text);
 * await memory.close();
 * ```
 *
 * @module
 */

import process from "node:process";
import { openPglite } from "./backends/database/pglite.ts";
import { userDirectories } from "./backends/files/paths.ts";
import { openOnnxEmbedder } from "./backends/inference/onnx_embedder.ts";
import { bundledModelFolder } from "./backends/models/bundled.ts";
import { MEMORY, resolveSettings, type Settings } from "./src/config.ts";
import { identityOf, MINILM } from "./src/embed/catalogue.ts";
import type { EmbedderSource } from "./src/embed/lazy_embedder.ts";
import { checkNamespace } from "./src/memory/checks.ts";
import type { MemoryStore } from "./src/memory/memory_store.ts";
import { openStore } from "./src/memory/open_store.ts";

/** Options of {@linkcode createMemory}; all have defaults. */
export interface MemoryOptions extends Partial<Settings> {
  /** Take a directory from an owner that can't be proven dead: another host, a container that is gone. */
  readonly force?: boolean;
  /** Embeds with this instead of the bundled all-MiniLM-L6-v2; 384 dimensions. */
  readonly embedder?: EmbedderSource;
}

/**
 * Opens a store: a directory on disk, made when absent, or `memory://`.
 *
 * @throws {BicameralError} `STORE_LOCKED`, `STORE_VERSION`, `STORE_UNREADABLE`,
 * `STORE_FULL`, `INVALID_CONFIG`.
 */
export async function createMemory(options: MemoryOptions = {}): Promise<MemoryStore> {
  const settings = resolveSettings(options, process.env, userDirectories(process.env));
  checkNamespace(settings.namespace);
  const embedder = options.embedder ?? bundledEmbedder(settings);
  const database = await openPglite({
    location: settings.dataDir,
    durability: settings.durability,
    force: options.force ?? false,
    cacheDirectory: settings.cacheDir,
  });
  try {
    return await openStore({
      database,
      embedder,
      textTemplate: settings.textTemplate,
      namespace: settings.namespace,
      maxTextBytes: settings.maxTextBytes,
      exactBelow: settings.exactBelow,
      location: settings.dataDir,
      durability: settings.dataDir === MEMORY ? "none" : settings.durability,
    });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The model that ships with the package, run by onnxruntime. */
function bundledEmbedder(settings: Settings): EmbedderSource {
  return {
    model: identityOf(MINILM, "int8"),
    maxTokens: MINILM.maxTokens,
    open: () =>
      openOnnxEmbedder({
        folder: bundledModelFolder(),
        backend: settings.backend,
        ...(settings.threads !== null && { threads: settings.threads }),
      }),
  };
}

export { BicameralError, type ErrorCode } from "./src/errors.ts";
export type { Settings } from "./src/config.ts";
export type { EmbedderSource } from "./src/embed/lazy_embedder.ts";
export type { Device, DtypeClass, Embedder, ModelIdentity, Pooling } from "./src/embed/embedder.ts";
export type { MemoryStore } from "./src/memory/memory_store.ts";
export type {
  AddManyOptions,
  AddProgress,
  AddResult,
  CallOptions,
  ExportedMemory,
  FeedbackKind,
  Filter,
  Memory,
  MemoryChanges,
  MemoryEvent,
  MemoryPage,
  Metadata,
  ModelStatus,
  NewMemory,
  ReembedProgress,
  RetrieverVote,
  ScoreExplanation,
  SearchHit,
  SearchOptions,
  SearchResult,
  Status,
} from "./src/memory/types.ts";
