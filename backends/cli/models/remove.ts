import { realpath, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DESCRIPTIONS } from "../../models/model_folder.ts";
import { bundledModelFolder } from "../../models/bundled.ts";
import type { Context } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import { megabytes } from "../words.ts";
import { namedModel, specOf } from "./spec.ts";

/** `bicameral models remove`: the weights of one format, and what describes them. */
export async function removeModel({ args, reply }: Context, name: string): Promise<number> {
  const local = await namedModel(args, name);
  const folder = local.locate();
  if (typeof folder !== "string") throw folder;
  if (folder === bundledModelFolder()) {
    throw new UsageError("That model belongs to the package: it can't be removed.");
  }
  if (folder === specOf(args, name).model) {
    throw new UsageError("That folder is your own: remove it yourself.");
  }
  const { model, dtype } = local;
  const weights = Object.values(model.weights).map(({ path }) => path);
  const own = model.weights[dtype]?.path ?? "";
  const left = await Promise.all(
    weights.filter((path) => path !== own).map((path) => sizeOf(join(folder, path))),
  );
  // Other formats of the model still want its word pieces.
  const others = left.some((bytes) => bytes > 0) ? [] : DESCRIPTIONS;
  let freed = 0;
  for (const path of [own, ...others]) freed += await remove(join(folder, path));
  await reply({ folder, freed_bytes: freed }, `Freed ${megabytes(freed)}`);
  return EXIT.ok;
}

/** Removes a file of the hub's cache and the bytes that it links to; returns how many. */
async function remove(path: string): Promise<number> {
  const bytes = await sizeOf(path);
  if (bytes === 0) return 0;
  await rm(await realpath(path));
  await rm(path, { force: true });
  // Stays where there is more in it.
  await rmdir(dirname(path)).catch(() => {});
  return bytes;
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(({ size }) => size, () => 0);
}
