import { createReadStream, statSync } from "node:fs";
import { join } from "node:path";
import type { Io } from "./io.ts";

/** Lines to import. */
export interface Source {
  /** Lines that hold something; undefined where that is told only by reading. */
  readonly total: number | undefined;
  read(): AsyncIterable<Uint8Array>;
}

/** A file of JSON lines, a folder with a `corpus.jsonl`, or standard input (`-`). */
export async function openSource(path: string, io: Io): Promise<Source> {
  if (path === "-") return { total: undefined, read: () => io.stdin.read() };
  const file = findFile(path);
  const read = () => createReadStream(file, { highWaterMark: CHUNK_BYTES });
  // A pipe is read but once.
  return { total: statSync(file).isFile() ? await countLines(read()) : undefined, read };
}

const CHUNK_BYTES = 256 * 1024;
const LF = 0x0a;
const SPACE = 0x20;

function findFile(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new Error(`There is no file or folder ${path}.`);
  if (!found.isDirectory()) return path;
  const corpus = join(path, "corpus.jsonl");
  if (statSync(corpus, { throwIfNoEntry: false })?.isFile()) return corpus;
  throw new Error(`The folder ${path} holds no corpus.jsonl; name a file of JSON lines.`);
}

async function countLines(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0;
  let blank = true;
  for await (const chunk of chunks) {
    for (const byte of chunk) {
      if (byte === LF) blank = true;
      else if (blank && byte > SPACE) {
        blank = false;
        lines++;
      }
    }
  }
  return lines;
}
