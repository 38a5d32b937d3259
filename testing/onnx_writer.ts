/**
 * Writes ONNX files: as much of Protocol Buffers and of `onnx.proto` as small graphs
 * need. Field numbers are those of `onnx.proto`; fields at their default are left out.
 */

/** A part of an ONNX file, ready to be put in another. */
export type Message = Uint8Array;

/** A graph with what it reads, gives and holds. */
export interface OnnxGraph {
  readonly name: string;
  /** In an order in which they can be computed. */
  readonly nodes: readonly Message[];
  readonly constants: readonly Message[];
  readonly inputs: readonly Message[];
  readonly outputs: readonly Message[];
}

/** The first pair that has the axes of Unsqueeze and ReduceSum as inputs: any onnxruntime reads it. */
const OPSET = 13;
const IR_VERSION = 7;

/** Numbers of `TensorProto.DataType`; also what Cast takes as `to`. */
export const FLOAT = 1;
export const INT64 = 7;

/** Numbers of `AttributeProto.AttributeType`. */
const INT_ATTRIBUTE = 2;

/** A whole file. */
export function onnxFile(graph: OnnxGraph): Message {
  const body = concat([
    ...graph.nodes.map((node) => bytes(1, node)),
    text(2, graph.name),
    ...graph.constants.map((tensor) => bytes(5, tensor)),
    ...graph.inputs.map((value) => bytes(11, value)),
    ...graph.outputs.map((value) => bytes(12, value)),
  ]);
  return concat([number(1, IR_VERSION), bytes(7, body), bytes(8, number(2, OPSET))]);
}

/** One operation; `output` names what it gives. */
export function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Readonly<Record<string, number>> = {},
): Message {
  return concat([
    ...inputs.map((input) => text(1, input)),
    text(2, output),
    text(3, output),
    text(4, operator),
    ...Object.entries(attributes).map(([name, value]) =>
      bytes(5, concat([text(1, name), number(3, value), number(20, INT_ATTRIBUTE)]))
    ),
  ]);
}

/** A constant tensor, row-major. Its numbers lie in the file as in memory: little-endian. */
export function constant(
  name: string,
  dimensions: readonly number[],
  data: Float32Array | BigInt64Array,
): Message {
  return concat([
    ...dimensions.map((size) => number(1, size)),
    number(2, data instanceof Float32Array ? FLOAT : INT64),
    text(8, name),
    bytes(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength)),
  ]);
}

/** What an input or output is; a size with a name is known only when the graph runs. */
export function value(
  name: string,
  type: number,
  dimensions: readonly (number | string)[],
): Message {
  const shape = concat(
    dimensions.map((size) => bytes(1, typeof size === "number" ? number(1, size) : text(2, size))),
  );
  const tensor = concat([number(1, type), bytes(2, shape)]);
  return concat([text(1, name), bytes(2, bytes(1, tensor))]);
}

function number(field: number, value: number): Message {
  return Uint8Array.from([...varint(field * 8), ...varint(value)]);
}

function bytes(field: number, value: Uint8Array): Message {
  return concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(value.length)]), value]);
}

function text(field: number, value: string): Message {
  return bytes(field, new TextEncoder().encode(value));
}

/** A whole number from 0 in groups of seven bits, the lowest first. */
function varint(value: number): number[] {
  const groups: number[] = [];
  for (; value >= 128; value = Math.floor(value / 128)) groups.push(value % 128 + 128);
  return [...groups, value];
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
