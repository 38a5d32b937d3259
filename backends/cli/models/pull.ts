import process from "node:process";
import { bundledModelFolder } from "../../models/bundled.ts";
import { fileSize } from "../../models/file_size.ts";
import { pullModel } from "../../models/hub.ts";
import { isPath } from "../../models/local_model.ts";
import { hubModel } from "../../models/hub_model.ts";
import type { Context } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import type { Io } from "../io.ts";
import { progressBar } from "../progress.ts";
import { specOf } from "./spec.ts";

/** Downloads up to this size are not asked about. */
const UNASKED_BYTES = 100_000_000;

/** `bicameral models pull` */
export async function pull({ args, io, reply }: Context, name: string): Promise<number> {
  const spec = specOf(args, name);
  if (isPath(spec.model)) {
    throw new UsageError(`${spec.model} is a folder: there is nothing to pull.`);
  }
  const model = hubModel(spec);
  if (model.bundled) {
    const folder = bundledModelFolder();
    await reply({ folder }, folder);
    return EXIT.ok;
  }
  let bar: ReturnType<typeof progressBar> | null = null;
  const folder = await pullModel(model, {
    environment: process.env,
    signal: io.signal,
    confirm: (bytes) => confirm(io, args.flag("yes"), spec.model, bytes),
    onProgress({ bytes, total }) {
      bar ??= progressBar({ label: "Downloading (MB)", stream: io.stderr });
      bar.update(Math.round(bytes / 1e6), Math.max(1, Math.round(total / 1e6)));
    },
  }).finally(() => bar?.end());
  if (folder === null) {
    await io.stderr.write("bicameral: nothing was downloaded.\n");
    return EXIT.failed;
  }
  await reply({ folder }, folder);
  return EXIT.ok;
}

async function confirm(io: Io, yes: boolean, name: string, bytes: number): Promise<boolean> {
  if (yes || bytes <= UNASKED_BYTES) return true;
  if (!io.stdin.isTTY) {
    throw new UsageError(
      `${name} takes ${fileSize(bytes)}, and there is nobody to ask; say --yes to download it.`,
    );
  }
  await io.stderr.write(`Download ${fileSize(bytes)} for ${name}? [y/N] `);
  for await (const chunk of io.stdin.read()) {
    return /^y(?:es)?$/i.test(new TextDecoder().decode(chunk).trim());
  }
  return false;
}
