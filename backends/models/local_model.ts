import { statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, resolve } from "node:path";
import type { Environment } from "../../src/config.ts";
import {
  bytesOf,
  type Dtype,
  findKnownModel,
  type KnownModel,
  type ModelFile,
} from "../../src/embed/catalogue.ts";
import type { Golden } from "../../src/embed/golden.ts";
import type { ModelSpec } from "../../src/embed/model_spec.ts";
import { BicameralError } from "../../src/errors.ts";
import { bundledModelFolder } from "./bundled.ts";
import { withChecksum } from "./checksums.ts";
import { fileSize } from "./file_size.ts";
import { findInCache, hubCacheFolder } from "./hub_cache.ts";
import { type HubModel, hubModel } from "./hub_model.ts";
import { describeModel } from "./model_folder.ts";

/** A model that was asked for, and where its files lie. */
export class LocalModel {
  readonly model: KnownModel;
  readonly dtype: Dtype;
  /** Whose its files are: the package's, the hub's cache's, or the user's own. */
  readonly origin: "package" | "cache" | "folder";
  readonly #find: () => string | null;
  readonly #absent: BicameralError | null;

  /**
   * @param find Its folder, or null where its files are not here.
   * @param absent What is said then.
   */
  constructor(
    { model, dtype }: { readonly model: KnownModel; readonly dtype: Dtype },
    origin: LocalModel["origin"],
    find: () => string | null,
    absent: BicameralError | null = null,
  ) {
    this.model = model;
    this.dtype = dtype;
    this.origin = origin;
    this.#find = find;
    this.#absent = absent;
  }

  /** Why its files are not on this machine, null where they are; looked up anew each time. */
  missing(): BicameralError | null {
    return this.#find() === null ? this.#absent : null;
  }

  /**
   * What it is opened by: the folder, and the model by the checksums of its files there,
   * as far as they are known.
   *
   * @throws {BicameralError} `MODEL_NOT_AVAILABLE` where its files are not on this machine.
   */
  files(): { readonly folder: string; readonly model: KnownModel; readonly dtype: Dtype } {
    const { model, dtype } = this;
    const folder = this.#find();
    if (folder === null) throw this.#absent;
    const weights = model.weights[dtype];
    const checked = {
      ...model,
      tokenizer: withChecksum(folder, model.tokenizer),
      weights: weights === undefined ? {} : { [dtype]: withChecksum(folder, weights) },
    };
    return { folder, model: checked, dtype };
  }
}

/**
 * Finds what a {@linkcode ModelSpec} names. A model of the catalogue is known before
 * it is on this machine; of any other the files say what it is.
 *
 * @throws {BicameralError} `MODEL_NOT_AVAILABLE` for a folder, or a hub model that is
 * not in the catalogue, that is not here; `INVALID_CONFIG` for what is no such model.
 */
export async function findModel(spec: ModelSpec, environment: Environment): Promise<LocalModel> {
  if (isPath(spec.model)) return await inFolder(spec, environment);
  const hub = hubModel(spec);
  const { repository, revision, files } = hub;
  const paths = files.filter(({ optional }) => optional !== true).map(({ path }) => path);
  const cache = hubCacheFolder(environment);
  const find = () => findInCache(cache, { repository, revision, files: paths });
  if (hub.known !== null) return fromCatalogue(spec, hub, hub.known, find);
  const folder = find();
  if (folder === null) throw notHere(spec, hub);
  // A branch moves; the commit that was downloaded does not.
  const commit = { ...spec, revision: basename(folder) };
  return new LocalModel(await describeModel(folder, spec.model, commit), "cache", () => folder);
}

function fromCatalogue(
  spec: ModelSpec,
  hub: HubModel,
  known: KnownModel,
  find: () => string | null,
): LocalModel {
  const { dtype, revision, bundled, files } = hub;
  const [tokenizer, weights] = files as [ModelFile, ModelFile];
  const model = {
    ...usedAs(known, spec),
    revision,
    tokenizer,
    weights: { ...known.weights, [dtype]: weights },
  };
  return bundled
    ? new LocalModel({ model, dtype }, "package", bundledModelFolder)
    : new LocalModel({ model, dtype }, "cache", find, notHere(spec, hub));
}

/**
 * A known model under another prompt is held to those of its golden vectors that are of
 * texts without it.
 *
 * @throws {BicameralError} `INVALID_CONFIG` for another pooling, which none of them has.
 */
function usedAs(
  known: KnownModel,
  { pooling = known.pooling, prompts }: Pick<ModelSpec, "pooling" | "prompts">,
): KnownModel {
  if (pooling !== known.pooling) {
    throw new BicameralError("INVALID_CONFIG", `${known.id} is pooled by ${known.pooling}.`);
  }
  if (prompts === undefined) return known;
  const own = { ...known.prompts, ...prompts };
  const of = (golden: readonly Golden[] = []) =>
    golden.filter(({ as }) => own[as] === known.prompts[as]);
  const { float, int8 } = known.golden;
  return { ...known, prompts: own, golden: { float: of(float), int8: of(int8) } };
}

async function inFolder(spec: ModelSpec, environment: Environment): Promise<LocalModel> {
  const home = environment["HOME"] || homedir();
  const folder = resolve(spec.model.replace(/^~(?=$|[/\\])/, () => home));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new BicameralError("MODEL_NOT_AVAILABLE", `There is no model folder ${folder}.`);
  }
  // What has a known model's name is used as that, and has to be it.
  const known = findKnownModel(basename(folder));
  const { model, dtype } = await describeModel(folder, basename(folder), {
    ...known && { pooling: known.pooling, prompts: known.prompts },
    ...spec,
  });
  const golden = known === null ? {} : usedAs(known, model).golden;
  return new LocalModel({ model: { ...model, golden }, dtype }, "folder", () => folder);
}

/** Names of the hub look like relative paths: those must begin with a dot. */
export function isPath(model: string): boolean {
  return /^(?:\.{1,2}|~)?[/\\]|^[A-Za-z]:[/\\]|^\.{1,2}$/.test(model);
}

function notHere(spec: ModelSpec, { dtype, known }: HubModel): BicameralError {
  const name = known?.id ?? spec.model;
  const bytes = known && bytesOf(known, dtype);
  return new BicameralError(
    "MODEL_NOT_AVAILABLE",
    `${name} is not on this machine. Download it${bytes === null ? "" : ` (${fileSize(bytes)})`}` +
      ` with: bicameral models pull ${name}` +
      (dtype === "fp32" ? "" : ` --dtype ${dtype}`) +
      (spec.revision === undefined ? "" : ` --revision ${spec.revision}`),
  );
}
