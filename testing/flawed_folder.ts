import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundledModelFolder } from "../backends/models/bundled.ts";
import { type KnownModel, MINILM } from "../src/embed/catalogue.ts";
import type { Flaw } from "./flawed_ort_thread.ts";

/** The thread module of embedders on a machine whose GPU is at fault. */
export const FLAWED: URL = new URL("./flawed_ort_thread", import.meta.url);

/** The bundled weights under a name that lets them be batched; what they give is compared with the CPU. */
export const FLOAT: KnownModel = { ...MINILM, weights: { fp32: MINILM.weights.int8! }, golden: {} };

/**
 * Makes a model's folder that tells the threads which flaw their GPU has.
 *
 * @param folder Where there is nothing yet.
 * @param from The folder that has the model's files.
 */
export function makeFlawedFolder(
  folder: string,
  flaw: Partial<Flaw>,
  from: string = bundledModelFolder(),
): void {
  mkdirSync(folder);
  for (const path of ["onnx", "tokenizer.json"]) symlinkSync(join(from, path), join(folder, path));
  const whole: Flaw = { kind: "none", after: 0, apart: true, ...flaw };
  writeFileSync(join(folder, "flaw.json"), JSON.stringify(whole));
}
