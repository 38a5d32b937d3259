import process from "node:process";
import { resolveSettings } from "../../src/config.ts";
import { type Dtype, type KnownModel, MINILM } from "../../src/embed/catalogue.ts";
import type { ModelSpec } from "../../src/embed/model_spec.ts";
import { messageOf } from "../../src/errors.ts";
import { userDirectories } from "../files/paths.ts";
import { bundledModelFolder } from "../models/bundled.ts";
import { findModel } from "../models/local_model.ts";

/** A model that can be loaded on this machine. */
export interface ModelHere {
  readonly model: KnownModel;
  readonly dtype: Dtype;
  readonly folder: string;
}

/** A model that can't, and why. */
export interface ModelElsewhere {
  readonly reason: string;
}

/** The model that comes with the package. */
export const BUNDLED: ModelHere = { model: MINILM, dtype: "int8", folder: bundledModelFolder() };

/** The models that a store would have by the environment. */
export async function modelsOfSpaces(): Promise<
  Readonly<Record<"small" | "large", ModelHere | ModelElsewhere>>
> {
  const { small, large } = resolveSettings({}, process.env, userDirectories(process.env));
  return { small: await find(small), large: await find(large) };
}

/** Whether a model can be loaded. */
export function isHere(model: ModelHere | ModelElsewhere): model is ModelHere {
  return "folder" in model;
}

async function find(spec: ModelSpec): Promise<ModelHere | ModelElsewhere> {
  try {
    return (await findModel(spec, process.env)).files();
  } catch (error) {
    return { reason: messageOf(error) };
  }
}
