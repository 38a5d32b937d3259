/** What a line holds. */
export interface JsonLine {
  /** From 1. */
  readonly number: number;
  readonly value: unknown;
}

/** A line that holds no JSON. */
export interface BadLine {
  /** From 1. */
  readonly number: number;
  readonly error: string;
}

/** Far more than a memory with its vector takes. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Reads JSON lines (UTF-8, with or without a byte order mark, ended by LF or CRLF)
 * as they come. Blank lines are passed over; a bad line costs no other one, and is
 * told by number and reason, never by what it holds.
 */
export async function* readJsonLines(
  source: AsyncIterable<Uint8Array>,
  maxLineBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<JsonLine | BadLine, void, undefined> {
  let number = 0;
  for await (const bytes of splitLines(source, maxLineBytes)) {
    number++;
    if (bytes === null) {
      yield { number, error: `more than ${maxLineBytes} bytes` };
      continue;
    }
    const text = decode(bytes);
    if (text === null) yield { number, error: "not UTF-8" };
    else if (text.trim() !== "") yield parse(number, text);
  }
}

const LF = 0x0a;

/** Lines without their LF; null for one that is too long, which is not kept. */
async function* splitLines(
  source: AsyncIterable<Uint8Array>,
  maxLineBytes: number,
): AsyncGenerator<Uint8Array | null, void, undefined> {
  let pieces: Uint8Array[] = [];
  let size = 0;

  function keep(piece: Uint8Array): void {
    size += piece.length;
    if (size <= maxLineBytes) pieces.push(piece);
    else pieces = [];
  }

  function take(): Uint8Array | null {
    const line = size > maxLineBytes ? null : join(pieces, size);
    [pieces, size] = [[], 0];
    return line;
  }

  for await (const chunk of source) {
    let start = 0;
    for (let end = chunk.indexOf(LF); end >= 0; end = chunk.indexOf(LF, start)) {
      keep(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    // Copied: whoever reads may use the chunk's memory again.
    keep(chunk.slice(start));
  }
  if (size > 0) yield take();
}

function join(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}

/** Drops a byte order mark as well. */
const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function parse(number: number, text: string): JsonLine | BadLine {
  try {
    return { number, value: JSON.parse(text) };
  } catch {
    // The engine's own message quotes the text.
    return { number, error: "not JSON" };
  }
}
