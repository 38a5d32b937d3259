import type { InferenceSession, TypedTensor } from "onnxruntime-web";
import { fromFloat16 } from "./float16.ts";

/** A loaded model. */
export interface Session {
  /**
   * @param rows Word-piece ids of the texts, special tokens included; at least one text.
   * @returns Last hidden states of each, row-major `[its tokens, width]`.
   */
  run(rows: readonly Ids[]): Promise<Float32Array[]>;
  /** Frees the model's memory. */
  release(): Promise<void>;
}

/** Word-piece ids of a text. */
export type Ids = readonly number[];

/** What is used of an onnxruntime package: the native one and the WASM one share it. */
export interface Runtime {
  readonly Tensor: new (
    type: "int64",
    data: BigInt64Array,
    dims: readonly number[],
  ) => TypedTensor<"int64">;
}

/** How a row becomes each of the model's inputs; zeros fill it up to the longest one. */
const INPUTS: Readonly<Record<string, (ids: Ids) => Iterable<bigint>>> = {
  input_ids: (ids) => ids.map(BigInt),
  attention_mask: (ids) => ids.map(() => 1n),
  token_type_ids: () => [],
};

/** A BERT-like model's session, whichever onnxruntime runs it. */
export function bertSession({ Tensor }: Runtime, session: InferenceSession): Session {
  const output = session.outputNames.find((name) => name === "last_hidden_state") ??
    session.outputNames[0]!;

  return {
    async run(rows) {
      const longest = Math.max(...rows.map((ids) => ids.length));
      const feeds = session.inputNames.map((name) => {
        const values = INPUTS[name];
        if (values === undefined) throw new TypeError(`The model wants an input ${name}`);
        const data = new BigInt64Array(rows.length * longest);
        for (const [i, ids] of rows.entries()) data.set([...values(ids)], i * longest);
        return [name, new Tensor("int64", data, [rows.length, longest])] as const;
      });
      const { type, data } = (await session.run(Object.fromEntries(feeds), [output]))[output]!;
      const states = floatsOf(type, data);
      const perRow = states.length / rows.length;
      const width = perRow / longest;
      return rows.map((ids, i) => states.slice(i * perRow, i * perRow + ids.length * width));
    },
    release: () => session.release(),
  };
}

function floatsOf(type: string, data: unknown): Float32Array {
  if (data instanceof Float32Array) return data;
  // Depending on the runtime's age it is a Uint16Array or a Float16Array.
  if (type === "float16" && ArrayBuffer.isView(data)) {
    return fromFloat16(new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2));
  }
  throw new TypeError(`The model's output is ${type}, wanted float32 or float16`);
}
