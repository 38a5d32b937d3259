import type { Finding } from "../rules.ts";
import { lineAt } from "./mask.ts";
import type { SourceFile } from "./source_file.ts";

/** Finds `pattern` (with the flag `g`) in one part of a file, `message` naming what was found. */
export function search(
  file: SourceFile,
  part: "text" | "code" | "comments",
  pattern: RegExp,
  message: (found: string) => string,
): Finding[] {
  return [...file[part].matchAll(pattern)].map((match) => ({
    path: file.path,
    line: lineAt(file.text, match.index),
    message: message(match[0].trim()),
  }));
}
