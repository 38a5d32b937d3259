import { type Dtype, type KnownModel, MINILM } from "../../src/embed/catalogue.ts";
import { bundledModelFolder } from "../models/bundled.ts";

/** A model that can be loaded on this machine. */
export interface ModelHere {
  readonly model: KnownModel;
  readonly dtype: Dtype;
  readonly folder: string;
}

/** The models of this machine by what they fill. A GPU is tried with the large one where it is there. */
export function modelsHere(): { readonly small: ModelHere; readonly large: ModelHere | null } {
  return {
    small: { model: MINILM, dtype: "int8", folder: bundledModelFolder() },
    large: null,
  };
}
