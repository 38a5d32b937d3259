import process from "node:process";
import {
  bytesOf,
  type Dtype,
  KNOWN_MODELS,
  type KnownModel,
} from "../../../src/embed/catalogue.ts";
import { fileSize } from "../../models/file_size.ts";
import { findModel } from "../../models/local_model.ts";
import { LARGE } from "../../../src/spaces/space.ts";
import type { Context } from "../command.ts";
import { EXIT } from "../failure.ts";
import { table } from "../table.ts";

/** `bicameral models list` */
export async function listModels({ reply }: Context): Promise<number> {
  const rows = await Promise.all(
    KNOWN_MODELS.flatMap((model) =>
      (Object.keys(model.weights) as Dtype[]).map((dtype) => describe(model, dtype))
    ),
  );
  await reply(
    rows,
    table(
      ["Model", "Space", "Dtype", "Size", "Where"].map((title) => ({ title })),
      rows.map(({ model, space, dtype, bytes, folder }) => [
        model,
        space,
        dtype,
        bytes === null ? "" : fileSize(bytes),
        folder ?? "not here (models pull)",
      ]),
    ),
  );
  return EXIT.ok;
}

async function describe(model: KnownModel, dtype: Dtype) {
  const local = await findModel({ model: model.id, dtype }, process.env);
  return {
    model: model.id,
    space: model.dimensions === LARGE.dimensions ? "large" : "small",
    dtype,
    bytes: bytesOf(model, dtype),
    folder: local.missing() === null ? local.files().folder : null,
  };
}
