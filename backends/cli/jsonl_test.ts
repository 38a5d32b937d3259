import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type BadLine, type JsonLine, readJsonLines } from "./jsonl.ts";

const encoder = new TextEncoder();

async function read(chunks: readonly (string | Uint8Array)[], maxLineBytes?: number) {
  async function* source() {
    for (const chunk of chunks) yield typeof chunk === "string" ? encoder.encode(chunk) : chunk;
  }
  const lines: (JsonLine | BadLine)[] = [];
  for await (const line of readJsonLines(source(), maxLineBytes)) lines.push(line);
  return lines;
}

describe("readJsonLines()", () => {
  test("readJsonLines() passes over blank lines, and counts them", async () => {
    expect(await read(['{"a":1}\n\n  \n[2]\n'])).toEqual([
      { number: 1, value: { a: 1 } },
      { number: 4, value: [2] },
    ]);
    expect(await read([])).toEqual([]);
  });

  test("readJsonLines() takes CRLF, a byte order mark, and a last line without an end", async () => {
    expect(await read(["\ufeff1\r\n", "2\r\n3"])).toEqual([
      { number: 1, value: 1 },
      { number: 2, value: 2 },
      { number: 3, value: 3 },
    ]);
  });

  test("readJsonLines() tells bad lines by number, without their text, and goes on", async () => {
    expect(await read(["secret\n1\n", new Uint8Array([0x22, 0xff, 0x22, 0x0a]), "2\n"])).toEqual([
      { number: 1, error: "not JSON" },
      { number: 2, value: 1 },
      { number: 3, error: "not UTF-8" },
      { number: 4, value: 2 },
    ]);
  });

  test("readJsonLines() refuses a line that is too long, however it comes", async () => {
    const expected = [
      { number: 1, error: "more than 4 bytes" },
      { number: 2, value: 1234 },
      { number: 3, error: "more than 4 bytes" },
    ];
    expect(await read(["12345\n1234\n123456"], 4)).toEqual(expected);
    expect(await read([..."12345\n1234\n123456"], 4)).toEqual(expected);
  });

  test("readJsonLines() reads the same however the bytes are cut", async () => {
    const lines = fc.array(fc.jsonValue(), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 1, max: 7 }), async (values, size) => {
        const bytes = encoder.encode(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
        const chunks: Uint8Array[] = [];
        for (let i = 0; i < bytes.length; i += size) chunks.push(bytes.slice(i, i + size));
        expect(await read(chunks)).toEqual(
          values.map((value, i) => ({ number: i + 1, value: JSON.parse(JSON.stringify(value)) })),
        );
      }),
      { numRuns: 50 },
    );
  });
});
