import { messageOf } from "../../../src/errors.ts";
import type { Reject } from "../importer.ts";
import { readJsonLines } from "../jsonl.ts";
import { type GoldenLine, toGoldenLine } from "./golden_lines.ts";

/** Questions of a file, and the lines that are none. */
export interface GoldenFile {
  readonly lines: readonly GoldenLine[];
  readonly rejects: readonly Reject[];
}

/** Reads all of it, so that every line that is wrong is told at once. */
export async function readGolden(source: AsyncIterable<Uint8Array>): Promise<GoldenFile> {
  const lines: GoldenLine[] = [];
  const rejects: Reject[] = [];
  for await (const line of readJsonLines(source)) {
    if ("error" in line) {
      rejects.push({ line: line.number, error: line.error });
      continue;
    }
    try {
      lines.push(toGoldenLine(line.number, line.value));
    } catch (error) {
      rejects.push({ line: line.number, error: messageOf(error) });
    }
  }
  return { lines, rejects };
}
