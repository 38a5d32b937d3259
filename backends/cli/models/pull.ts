import process from "node:process";
import { findKnownModel } from "../../../src/embed/catalogue.ts";
import { DESCRIPTIONS, weightsPath } from "../../models/model_folder.ts";
import { type ModelRequest, pullModel } from "../../models/hub.ts";
import type { Context } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import type { Io } from "../io.ts";
import { progressBar } from "../progress.ts";
import { megabytes } from "../words.ts";
import { specOf } from "./spec.ts";

/** Downloads up to this size are not asked about. */
const UNASKED_BYTES = 100_000_000;

/** `bicameral models pull` */
export async function pull({ args, io, reply }: Context, name: string): Promise<number> {
  const spec = specOf(args, name);
  const known = findKnownModel(spec.model);
  const dtype = spec.dtype ?? "fp32";
  const request: ModelRequest = {
    repository: known?.repository ?? spec.model,
    revision: spec.revision ?? known?.revision ?? "main",
    files: known === null
      ? [
        ...DESCRIPTIONS.slice(0, 2).map((path) => ({ path })),
        ...DESCRIPTIONS.slice(2).map((path) => ({ path, optional: true })),
        { path: weightsPath(dtype) },
      ]
      : [known.tokenizer, known.weights[dtype] ?? { path: weightsPath(dtype) }],
  };
  let bar: ReturnType<typeof progressBar> | null = null;
  const folder = await pullModel(request, {
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
      `${name} takes ${megabytes(bytes)}, and there is nobody to ask; say --yes to download it.`,
    );
  }
  await io.stderr.write(`Download ${megabytes(bytes)} for ${name}? [y/N] `);
  for await (const chunk of io.stdin.read()) {
    return /^y(?:es)?$/i.test(new TextDecoder().decode(chunk).trim());
  }
  return false;
}
