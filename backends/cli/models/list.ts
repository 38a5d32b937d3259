import process from "node:process";
import {
  bytesOf,
  type Dtype,
  KNOWN_MODELS,
  type KnownModel,
} from "../../../src/embed/catalogue.ts";
import { findModel } from "../../models/local_model.ts";
import type { Context } from "../command.ts";
import { EXIT } from "../failure.ts";
import { table } from "../table.ts";
import { megabytes } from "../words.ts";

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
        bytes === null ? "" : megabytes(bytes),
        folder ?? "not here (models pull)",
      ]),
    ),
  );
  return EXIT.ok;
}

async function describe(model: KnownModel, dtype: Dtype) {
  const folder = (await findModel({ model: model.id, dtype }, process.env)).locate();
  return {
    model: model.id,
    space: model.dimensions === 1024 ? "large" : "small",
    dtype,
    bytes: bytesOf(model, dtype),
    folder: typeof folder === "string" ? folder : null,
  };
}
