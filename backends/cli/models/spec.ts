import process from "node:process";
import { DTYPES } from "../../../src/embed/catalogue.ts";
import { checkModelSpec, type ModelSpec } from "../../../src/embed/model_spec.ts";
import { findModel, type LocalModel } from "../../models/local_model.ts";
import type { Arguments } from "../arguments.ts";
import { given } from "../given.ts";

/** The model that the words and options of `bicameral models` name. */
export function specOf(args: Arguments, name: string): ModelSpec {
  return checkModelSpec("The model", {
    ...checkModelSpec("The model", name),
    ...given({ dtype: args.choice("dtype", DTYPES), revision: args.text("revision") }),
  });
}

/** That model, as far as it is known or here. */
export function namedModel(args: Arguments, name: string): Promise<LocalModel> {
  return findModel(specOf(args, name), process.env);
}
