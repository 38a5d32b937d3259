import { UsageError } from "./failure.ts";
import type { Io } from "./io.ts";

/** More than any text that a store takes: what is refused need not be read to its end. */
const MAX_BYTES = 64 * 1024 * 1024;

/** All of standard input as text, without the line break that `echo` adds. */
export async function readStdin({ stdin, stderr }: Io): Promise<string> {
  if (stdin.isTTY) await stderr.write("Reading the text from the terminal; Ctrl-D ends it.\n");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for await (const chunk of stdin.read()) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new UsageError(`Standard input has more than ${MAX_BYTES} bytes.`);
    text += decode(decoder, chunk);
  }
  return (text + decode(decoder)).replace(/\r?\n$/, "");
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new UsageError("Standard input is not UTF-8.");
  }
}
