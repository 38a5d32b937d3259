import { DTYPES } from "../../../src/embed/catalogue.ts";
import type { Command } from "../command.ts";
import { UsageError } from "../failure.ts";
import { listModels } from "../models/list.ts";
import { pathOfModel } from "../models/path.ts";
import { pull } from "../models/pull.ts";
import { removeModel } from "../models/remove.ts";
import { verify } from "../models/verify.ts";
import { didYouMean } from "../nearest.ts";

const ACTIONS = { list: listModels, pull, verify, path: pathOfModel, remove: removeModel };

/** `bicameral models` */
export const models: Command = {
  name: "models",
  summary: "lists, downloads, verifies and removes embedding models",
  usage: "list | pull NAME | verify NAME | path NAME | remove NAME",
  details: "A model is named as bge-large-en-v1.5, or as the hub names it; verify and path take a" +
    "\nfolder as well. Downloads go to the Hugging Face hub's own cache: HF_HOME, HF_ENDPOINT," +
    "\nHF_TOKEN, HF_HUB_OFFLINE and HTTPS_PROXY are honoured.",
  options: {
    dtype: { value: DTYPES.join("|"), about: "which weights (default: fp32)" },
    revision: { value: "NAME", about: "commit, tag or branch of the hub" },
    yes: { short: "y", about: "download without asking" },
  },
  async run(context) {
    const [action = "", ...names] = context.args.words;
    const known = Object.entries(ACTIONS).find(([name]) => name === action);
    if (known === undefined) {
      throw new UsageError(
        `Wanted one of ${Object.keys(ACTIONS).join(", ")}.${
          didYouMean(action, Object.keys(ACTIONS))
        }`,
      );
    }
    const wanted = action === "list" ? 0 : 1;
    if (names.length !== wanted) {
      throw new UsageError(
        wanted === 0
          ? "models list takes no name."
          : `Wanted the name of a model, as in models ${action} bge-large-en-v1.5.`,
      );
    }
    return await known[1](context, names[0] ?? "");
  },
};
