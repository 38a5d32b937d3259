import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundledModelFolder } from "../../../backends/models/bundled.ts";
import { MINILM } from "../../../src/embed/catalogue.ts";
import { say } from "./progress.ts";

const FOLDER = fileURLToPath(new URL("../", import.meta.url));
const NAME = "@huggingface/transformers";

/** Version of the comparator that is installed, or null. */
export function comparatorVersion(): string | null {
  return versionIn(join(FOLDER, "node_modules", NAME, "package.json"));
}

/** Installs what `bench/speed/package.json` pins, unless it is there. */
export function installComparator(): void {
  const manifest = JSON.parse(
    readFileSync(join(FOLDER, "package.json"), "utf8"),
  );
  const wanted: string = manifest.dependencies[NAME];
  if (comparatorVersion() === wanted) return;
  say(`installing ${NAME} ${wanted}, once`);
  const { status } = spawnSync(process.execPath, ["install", "--frozen-lockfile"], {
    cwd: FOLDER,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: "skip" },
  });
  if (status !== 0) {
    throw new Error(`${NAME} could not be installed in bench/speed`);
  }
}

/**
 * Lays the bundled model out as transformers.js wants it: the same weights and
 * tokenizer, and what its two configuration files have to say. Unlike the hub's,
 * ours gives the window that the model has: 256.
 *
 * @returns The folder that holds the model's folder.
 */
export function layOutModel(folder: string): string {
  const from = bundledModelFolder();
  const to = join(folder, "all-MiniLM-L6-v2");
  mkdirSync(join(to, "onnx"), { recursive: true });
  for (const file of ["tokenizer.json", "onnx/model_quantized.onnx"]) {
    copyFileSync(join(from, file), join(to, file));
  }
  const config = { model_type: "bert", architectures: ["BertModel"], hidden_size: 384 };
  const tokenizer = {
    tokenizer_class: "BertTokenizer",
    do_lower_case: true,
    model_max_length: MINILM.maxTokens,
    unk_token: "[UNK]",
    sep_token: "[SEP]",
    pad_token: "[PAD]",
    cls_token: "[CLS]",
    mask_token: "[MASK]",
  };
  writeFileSync(join(to, "config.json"), JSON.stringify(config));
  writeFileSync(join(to, "tokenizer_config.json"), JSON.stringify(tokenizer));
  return folder;
}

function versionIn(manifest: string): string | null {
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, "utf8")).version : null;
}
