import { existsSync, readFileSync } from "node:fs";

/** Models, references and data that lie beside a development checkout, or null. */
export const SHARED: URL | null = beside("../../shared/");

/** A text with its ids by Hugging Face `tokenizers` (Rust), not truncated. */
export interface ReferenceIds {
  readonly text: string;
  readonly ids: readonly number[];
}

/** A text with MiniLM's vectors, packed: of PyTorch in fp32, of the int8 ONNX file. */
export interface ReferenceVectors {
  readonly text: string;
  readonly fp32: string;
  readonly int8: string;
}

/** Reads a file of JSON lines; by name from `testing/fixtures/`. */
export function readLines<T>(file: URL | string): T[] {
  const url = new URL(`fixtures/${file}`, import.meta.url);
  return readFileSync(file instanceof URL ? file : url, "utf8").trimEnd().split("\n")
    .map((line) => JSON.parse(line));
}

function beside(path: string): URL | null {
  const url = new URL(path, import.meta.url);
  return existsSync(url) ? url : null;
}
