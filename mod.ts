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
import { BicameralError } from "./src/errors.ts";
import { checkNamespace } from "./src/memory/checks.ts";
import type { MemoryStore } from "./src/memory/memory_store.ts";
import { openStore } from "./src/memory/open_store.ts";

/** Options of {@linkcode createMemory}; all have defaults. */
export interface MemoryOptions extends Partial<Settings> {
  /** Take a directory from an owner that can't be proven dead: another host, a container that is gone. */
  readonly force?: boolean;
  /** Fills the small space instead of the bundled all-MiniLM-L6-v2; 384 dimensions. */
  readonly small?: EmbedderSource;
  /** Fills the large space instead of BGE-large-en-v1.5; 1024 dimensions. */
  readonly large?: EmbedderSource;
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
  const database = await openPglite({
    location: settings.dataDir,
    durability: settings.durability,
    force: options.force ?? false,
    cacheDirectory: settings.cacheDir,
  });
  try {
    return await openStore({
      database,
      mode: settings.mode,
      small: options.small ?? bundledEmbedder(settings),
      large: options.large ?? bgeLarge(),
      elevateEnabled: settings.elevateEnabled,
      autoElevation: { trust: settings.elevateTrust, uses: settings.elevateUses },
      fusion: settings.fusion,
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
        ...(settings.threads !== null && { threads: settings.threads }),
      }),
  };
}

/** TODO */
function bgeLarge(): EmbedderSource {
  const missing = new BicameralError(
    "MODEL_NOT_AVAILABLE",
    "BAAI/bge-large-en-v1.5 is not on this machine. Get it (1.3 GB) with: bicameral models pull bge-large-en-v1.5",
  );
  return {
    model: {
      id: "BAAI/bge-large-en-v1.5",
      revision: "main",
      dtype: "float",
      pooling: "cls",
      prompts: { query: "Represent this sentence for searching relevant passages: ", document: "" },
      dimensions: 1024,
    },
    maxTokens: 512,
    missing: () => Promise.resolve(missing),
    open: () => Promise.reject(missing),
  };
}

export { BicameralError, type ErrorCode } from "./src/errors.ts";
export type { DeviceChoice, Fusion, Mode, Settings } from "./src/config.ts";
export type { EmbedderSource } from "./src/embed/lazy_embedder.ts";
export type { Device, DtypeClass, Embedder, ModelIdentity, Pooling } from "./src/embed/embedder.ts";
export type { MemoryStore } from "./src/memory/memory_store.ts";
export type {
  AddManyOptions,
  AddProgress,
  AddResult,
  CallOptions,
  ElevateOptions,
  ElevateResult,
  ExportedMemory,
  FeedbackKind,
  Filter,
  Memory,
  MemoryChanges,
  MemoryEvent,
  MemoryPage,
  Metadata,
  NewMemory,
  QueryToElevate,
  ReembedProgress,
  RetrieverReport,
  RetrieverVote,
  ScoreExplanation,
  SearchHit,
  SearchOptions,
  SearchResult,
  SpaceStatus,
  Status,
} from "./src/memory/types.ts";
