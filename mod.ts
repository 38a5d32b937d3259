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
import { findModel } from "./backends/models/local_model.ts";
import { type DeviceChoice, MEMORY, resolveSettings, type Settings } from "./src/config.ts";
import { identityOf } from "./src/embed/catalogue.ts";
import type { Device } from "./src/embed/embedder.ts";
import type { EmbedderSource } from "./src/embed/lazy_embedder.ts";
import type { ModelSpec } from "./src/embed/model_spec.ts";
import { checkNamespace } from "./src/memory/checks.ts";
import type { MemoryStore } from "./src/memory/memory_store.ts";
import { BicameralError } from "./src/errors.ts";
import { openStore } from "./src/memory/open_store.ts";
import { LARGE } from "./src/spaces/space.ts";

/** Options of {@linkcode createMemory}; all have defaults. */
export interface MemoryOptions extends Partial<Omit<Settings, "small" | "large">> {
  /** Take a directory from an owner that can't be proven dead: another host, a container that is gone. */
  readonly force?: boolean;
  /** Fills the small space instead of the bundled all-MiniLM-L6-v2; 384 dimensions. */
  readonly small?: ModelSpec | EmbedderSource;
  /** Fills the large space instead of BGE-large-en-v1.5; 1024 dimensions. */
  readonly large?: ModelSpec | EmbedderSource;
}

/**
 * Opens a store: a directory on disk, made when absent, or `memory://`.
 *
 * @throws {BicameralError} `STORE_LOCKED`, `STORE_VERSION`, `STORE_UNREADABLE`,
 * `STORE_FULL`, `INVALID_CONFIG`; `MODEL_NOT_AVAILABLE` for a small model of one's own
 * that is not on this machine.
 */
export async function createMemory(options: MemoryOptions = {}): Promise<MemoryStore> {
  const { force = false, small, large, ...others } = options;
  const given = {
    ...others,
    ...(small !== undefined && !isSource(small) && { small }),
    ...(large !== undefined && !isSource(large) && { large }),
  };
  const settings = resolveSettings(given, process.env, userDirectories(process.env));
  checkNamespace(settings.namespace);
  const { mode, device } = settings;
  const parts = {
    mode,
    small: isSource(small)
      ? small
      : await onnxSource(settings.small, smallDevices(device), settings),
    large: mode === "cpu" ? null : isSource(large) ? large : await largeSource(settings),
    elevateEnabled: settings.elevateEnabled,
    autoElevation: { trust: settings.elevateTrust, uses: settings.elevateUses },
    fusion: settings.fusion,
    language: settings.language,
    textTemplate: settings.textTemplate,
    namespace: settings.namespace,
    maxTextBytes: settings.maxTextBytes,
    exactBelow: settings.exactBelow,
    location: settings.dataDir,
    durability: settings.dataDir === MEMORY ? "none" : settings.durability,
  };
  const database = await openPglite({
    location: settings.dataDir,
    durability: settings.durability,
    force,
    cacheDirectory: settings.cacheDir,
  });
  try {
    return await openStore({ database, ...parts });
  } catch (error) {
    await database.close();
    throw error;
  }
}

function isSource(model: ModelSpec | EmbedderSource | undefined): model is EmbedderSource {
  return typeof (model as EmbedderSource | undefined)?.open === "function";
}

/** A model run by onnxruntime, as soon as its files are on this machine. */
async function onnxSource(
  spec: ModelSpec,
  devices: readonly Device[],
  { threads }: Settings,
): Promise<EmbedderSource> {
  const local = await findModel(spec, process.env);
  const { model, dtype } = local;
  return {
    model: identityOf(model, dtype),
    maxTokens: model.maxTokens,
    missing: () => Promise.resolve(local.missing()),
    async open() {
      return await openOnnxEmbedder({
        ...local.files(),
        devices,
        ...(threads !== null && { threads }),
      });
    },
  };
}

/** A model that can't be known before it is here is done without, as one that is known is. */
async function largeSource(settings: Settings): Promise<EmbedderSource> {
  const { large: spec, device } = settings;
  try {
    return await onnxSource(spec, largeDevices(device), settings);
  } catch (error) {
    if (!(error instanceof BicameralError) || error.code !== "MODEL_NOT_AVAILABLE") throw error;
    const { model: id, revision = "absent", pooling = "mean" } = spec;
    const prompts = { query: "", document: "", ...spec.prompts };
    return {
      model: { id, revision, dtype: "float", pooling, prompts, dimensions: LARGE.dimensions },
      maxTokens: 512,
      missing: () => Promise.resolve(error),
      open: () => Promise.reject(error),
    };
  }
}

/** The small model stays on the CPU, whatever the large one is to run on. */
function smallDevices(choice: DeviceChoice): readonly Device[] {
  return choice === "cpu" || choice === "wasm" ? [choice] : ["cpu", "wasm"];
}

function largeDevices(choice: DeviceChoice): readonly Device[] {
  return choice === "auto" ? ["cuda", "webgpu", "cpu", "wasm"] : [choice];
}

export { BicameralError, type ErrorCode } from "./src/errors.ts";
export type { DeviceChoice, Mode, Settings } from "./src/config.ts";
export type { Normalisation, Strategy } from "./src/fusion/strategies.ts";
export type { EmbedderSource } from "./src/embed/lazy_embedder.ts";
export type { Dtype } from "./src/embed/catalogue.ts";
export type { ModelSpec } from "./src/embed/model_spec.ts";
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
  RetrieverName,
  RetrieverReport,
  RetrieverVote,
  ScoreExplanation,
  SearchHit,
  SearchOptions,
  SearchResult,
  SpaceStatus,
  Status,
} from "./src/memory/types.ts";
