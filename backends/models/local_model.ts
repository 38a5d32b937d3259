import { homedir } from "node:os";
import { basename, resolve } from "node:path";
import { statSync } from "node:fs";
import {
  bytesOf,
  type Dtype,
  findKnownModel,
  type KnownModel,
  MINILM,
} from "../../src/embed/catalogue.ts";
import type { ModelSpec } from "../../src/embed/model_spec.ts";
import { BicameralError } from "../../src/errors.ts";
import { bundledModelFolder } from "./bundled.ts";
import { withChecksum } from "./checksums.ts";
import { findInCache, hubCacheFolder } from "./hub_cache.ts";
import { describeModel, weightsPath } from "./model_folder.ts";

/** A model that was asked for, and where its files lie. */
export interface LocalModel {
  readonly model: KnownModel;
  readonly dtype: Dtype;
  /** The folder of its files, or why there is none on this machine; looked up anew each time. */
  locate(): string | BicameralError;
}

/** A model by the checksums of its files in a folder, as far as they are known. */
export function withChecksums({ model, dtype }: LocalModel, folder: string): KnownModel {
  const weights = model.weights[dtype];
  return {
    ...model,
    tokenizer: withChecksum(folder, model.tokenizer),
    weights: weights === undefined ? {} : { [dtype]: withChecksum(folder, weights) },
  };
}

/**
 * Finds what a {@linkcode ModelSpec} names. A model of the catalogue is known before
 * it is on this machine; of any other the files say what it is.
 *
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` for a folder, or a hub model that is
 * not in the catalogue, that is not here; `INVALID_CONFIG` for what is no such model.
 */
export async function findModel(
  spec: ModelSpec,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LocalModel> {
  if (isPath(spec.model)) return await inFolder(spec, environment);
  const known = findKnownModel(spec.model);
  const cache = hubCacheFolder(environment);
  if (known !== null) return fromCatalogue(known, spec, cache);
  const dtype = spec.dtype ?? "fp32";
  const files = ["config.json", "tokenizer.json", weightsPath(dtype)];
  const revision = spec.revision ?? "main";
  const folder = findInCache(cache, { repository: spec.model, revision, files });
  if (folder === null) throw notHere(spec.model, dtype, null);
  // A branch moves; the commit that was downloaded does not.
  const commit = { ...spec, revision: basename(folder) };
  return { ...await describeModel(folder, spec.model, commit), locate: () => folder };
}

function fromCatalogue(known: KnownModel, spec: ModelSpec, cache: string): LocalModel {
  const dtype = spec.dtype ?? (known === MINILM ? "int8" : "fp32");
  const weights = known.weights[dtype];
  if (weights === undefined) {
    throw new BicameralError(
      "INVALID_CONFIG",
      `${known.id} has no ${dtype} weights; there are ${Object.keys(known.weights).join(", ")}.`,
    );
  }
  const { revision = known.revision, pooling = known.pooling } = spec;
  const prompts = { ...known.prompts, ...spec.prompts };
  const asIs = revision === known.revision && pooling === known.pooling &&
    prompts.query === known.prompts.query && prompts.document === known.prompts.document;
  const model = asIs ? known : { ...known, revision, pooling, prompts, golden: {} };
  const bundled = known === MINILM && dtype === "int8" && revision === known.revision;
  const { repository = known.id } = known;
  const files = [known.tokenizer.path, weights.path];
  return {
    model,
    dtype,
    locate: () =>
      (bundled ? bundledModelFolder() : findInCache(cache, { repository, revision, files })) ??
        notHere(known.id, dtype, bytesOf(known, dtype)),
  };
}

async function inFolder(
  spec: ModelSpec,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LocalModel> {
  const home = environment["HOME"] || homedir();
  const folder = resolve(spec.model.replace(/^~(?=$|[/\\])/, () => home));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new BicameralError("MODEL_NOT_AVAILABLE", `There is no model folder ${folder}.`);
  }
  return { ...await describeModel(folder, basename(folder), spec), locate: () => folder };
}

/** Names of the hub look like relative paths: those must begin with a dot. */
function isPath(model: string): boolean {
  return /^(?:\.{1,2}|~)?[/\\]|^[A-Za-z]:[/\\]|^\.{1,2}$/.test(model);
}

function notHere(name: string, dtype: Dtype, bytes: number | null): BicameralError {
  const size = bytes === null ? "" : ` (${(bytes / 1e9).toFixed(1)} GB)`;
  return new BicameralError(
    "MODEL_NOT_AVAILABLE",
    `${name} is not on this machine. Download it${size} with: bicameral models pull ${name}` +
      (dtype === "fp32" ? "" : ` --dtype ${dtype}`),
  );
}
