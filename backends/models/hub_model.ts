import {
  type Dtype,
  findKnownModel,
  type KnownModel,
  MINILM,
  type ModelFile,
} from "../../src/embed/catalogue.ts";
import type { ModelSpec } from "../../src/embed/model_spec.ts";
import { BicameralError } from "../../src/errors.ts";
import { DESCRIPTIONS, weightsPath } from "./model_folder.ts";

/** A model of the hub, and the files that it takes. */
export interface HubModel {
  readonly repository: string;
  /** Commit, tag or branch. */
  readonly revision: string;
  readonly dtype: Dtype;
  /** With their checksums, where those of this revision are on record. */
  readonly files: readonly ModelFile[];
  /** What the catalogue knows of it. */
  readonly known: KnownModel | null;
  /** Its files come with the package. */
  readonly bundled: boolean;
}

/**
 * What a name of the hub, or of the catalogue, stands for.
 *
 * @throws {BicameralError} `INVALID_CONFIG` for a format that a model of the catalogue has not.
 */
export function hubModel(spec: ModelSpec): HubModel {
  const known = findKnownModel(spec.model);
  const dtype = spec.dtype ?? (known === MINILM ? "int8" : "fp32");
  if (known === null) {
    const { model: repository, revision = "main" } = spec;
    const files = [...DESCRIPTIONS, { path: weightsPath(dtype) }];
    return { repository, revision, dtype, files, known, bundled: false };
  }
  const { id, repository = id, tokenizer } = known;
  const weights = known.weights[dtype];
  if (weights === undefined) {
    const formats = Object.keys(known.weights).join(", ");
    throw new BicameralError(
      "INVALID_CONFIG",
      `${id} has no ${dtype} weights; there are ${formats}.`,
    );
  }
  const { revision = known.revision } = spec;
  const onRecord = revision === known.revision;
  const files = [tokenizer, weights].map((file) => onRecord ? file : { path: file.path });
  const bundled = known === MINILM && dtype === "int8" && onRecord;
  return { repository, revision, dtype, files, known, bundled };
}
