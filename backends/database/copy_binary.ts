import type { ColumnType, LoadValue } from "../../src/database.ts";
import { encodeVector } from "../../src/spaces/vector_codec.ts";

/** PostgreSQL's binary COPY format: https://www.postgresql.org/docs/current/sql-copy.html */
const SIGNATURE = new Uint8Array([
  ...[0x50, 0x47, 0x43, 0x4f, 0x50, 0x59, 0x0a, 0xff, 0x0d, 0x0a, 0x00],
  ...[0, 0, 0, 0], // flags
  ...[0, 0, 0, 0], // length of the header's extension
]);
/** PostgreSQL counts microseconds from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const text = new TextEncoder();

/** One COPY stream of all rows. Every row has one value a column, in the columns' order. */
export function encodeCopy(
  types: readonly ColumnType[],
  rows: readonly (readonly LoadValue[])[],
): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [SIGNATURE];
  for (const row of rows) {
    if (row.length !== types.length) {
      throw new RangeError(`A row has ${row.length} values where ${types.length} were wanted`);
    }
    const count = new Uint8Array(2);
    new DataView(count.buffer).setInt16(0, types.length);
    parts.push(count);
    for (let i = 0; i < row.length; i++) {
      const value = row[i] as LoadValue;
      const bytes = value === null ? null : encodeField(types[i] as ColumnType, value);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setInt32(0, bytes === null ? -1 : bytes.length);
      parts.push(length);
      if (bytes !== null) parts.push(bytes);
    }
  }
  parts.push(new Uint8Array([0xff, 0xff]));
  return new Blob(parts);
}

function encodeField(type: ColumnType, value: Exclude<LoadValue, null>): Uint8Array<ArrayBuffer> {
  switch (type) {
    case "text":
      return text.encode(string(type, value));
    case "jsonb":
      return concat([1], text.encode(string(type, value)));
    case "uuid":
      return uuid(string(type, value));
    case "float8": {
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setFloat64(0, number(type, value));
      return bytes;
    }
    case "int4": {
      const bytes = new Uint8Array(4);
      const integer = number(type, value);
      // Anything else would be written as some other number.
      if (integer !== (integer | 0)) throw new RangeError("An int4 field wants a whole number");
      new DataView(bytes.buffer).setInt32(0, integer);
      return bytes;
    }
    case "timestamptz": {
      if (!(value instanceof Date)) throw new TypeError("A timestamptz field wants a Date");
      const bytes = new Uint8Array(8);
      new DataView(bytes.buffer).setBigInt64(0, BigInt(value.getTime() - EPOCH_MS) * 1000n);
      return bytes;
    }
    case "vector":
      if (!(value instanceof Float32Array)) {
        throw new TypeError("A vector field wants a Float32Array");
      }
      return encodeVector(value) as Uint8Array<ArrayBuffer>;
  }
}

function string(type: ColumnType, value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`A ${type} field wants a string`);
  return value;
}

function number(type: ColumnType, value: unknown): number {
  if (typeof value !== "number") throw new TypeError(`A ${type} field wants a number`);
  return value;
}

function uuid(value: string): Uint8Array<ArrayBuffer> {
  const digits = value.replaceAll("-", "");
  if (!/^[0-9a-f]{32}$/i.test(digits)) throw new TypeError("A uuid field wants 32 hex digits");
  return Uint8Array.from(digits.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16));
}

function concat(head: number[], tail: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}
