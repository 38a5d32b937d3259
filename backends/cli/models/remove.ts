import { readdir, realpath, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DESCRIPTIONS, WEIGHTS } from "../../models/model_folder.ts";
import type { Context } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import { fileSize } from "../../models/file_size.ts";
import { namedModel } from "./spec.ts";

/** `bicameral models remove`: the weights of one format, and what describes them. */
export async function removeModel({ args, reply }: Context, name: string): Promise<number> {
  const local = await namedModel(args, name);
  if (local.origin === "package") {
    throw new UsageError("That model belongs to the package: it can't be removed.");
  }
  if (local.origin === "folder") {
    throw new UsageError("That folder is your own: remove it yourself.");
  }
  const { folder, model, dtype } = local.files();
  const own = model.weights[dtype]?.path ?? "";
  const formats = [
    ...Object.values(WEIGHTS).flat(),
    ...Object.values(model.weights).map(({ path }) => path),
  ];
  const left = await Promise.all(
    formats.filter((path) => path !== own).map((path) => sizeOf(join(folder, path))),
  );
  // Other formats of the model still want its word pieces.
  const others = left.some((bytes) => bytes > 0) ? [] : DESCRIPTIONS.map(({ path }) => path);
  let freed = 0;
  for (const path of [own, ...others]) freed += await remove(join(folder, path));
  await reply({ folder, freed_bytes: freed }, `Freed ${fileSize(freed)}`);
  return EXIT.ok;
}

/**
 * Removes a file of the hub's cache, and the bytes that it links to where no other file
 * does; returns how many.
 */
async function remove(path: string): Promise<number> {
  const bytes = await sizeOf(path);
  if (bytes === 0) return 0;
  const blob = await realpath(path);
  await rm(path, { force: true });
  const freed = blob === path || !(await isLinked(blob));
  if (freed) await rm(blob, { force: true });
  // Stays where there is more in it.
  await rmdir(dirname(path)).catch(() => {});
  return freed ? bytes : 0;
}

/** Whether a file of any revision is a link to these bytes. */
async function isLinked(blob: string): Promise<boolean> {
  const snapshots = join(dirname(blob), "../snapshots");
  for (const entry of await readdir(snapshots, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const target = await realpath(join(entry.parentPath, entry.name)).catch(() => null);
    if (target === blob) return true;
  }
  return false;
}

function sizeOf(path: string): Promise<number> {
  return stat(path).then(({ size }) => size, () => 0);
}
