import type { InferenceSession, TypedTensor } from "onnxruntime-web";

/** A loaded model that runs one text at a time, so that a vector depends on its text alone. */
export interface Session {
  /**
   * @param ids Word-piece ids, special tokens included.
   * @returns Last hidden states, row-major `[ids.length, width]`.
   */
  run(ids: readonly number[]): Promise<Float32Array>;
  /** Frees the model's memory. */
  release(): Promise<void>;
}

/** What is used of an onnxruntime package: the native one and the WASM one share it. */
export interface Runtime {
  readonly Tensor: new (
    type: "int64",
    data: BigInt64Array,
    dims: readonly number[],
  ) => TypedTensor<"int64">;
}

/** A BERT-like model's session, whichever onnxruntime runs it. */
export function bertSession({ Tensor }: Runtime, session: InferenceSession): Session {
  const inputs: Readonly<Record<string, (ids: readonly number[]) => BigInt64Array>> = {
    input_ids: (ids) => BigInt64Array.from(ids, BigInt),
    attention_mask: (ids) => new BigInt64Array(ids.length).fill(1n),
    token_type_ids: (ids) => new BigInt64Array(ids.length),
  };
  const output = session.outputNames.find((name) => name === "last_hidden_state") ??
    session.outputNames[0]!;

  return {
    async run(ids) {
      const feeds = session.inputNames.map((name) => {
        const data = inputs[name]?.(ids);
        if (data === undefined) throw new TypeError(`The model wants an input ${name}`);
        return [name, new Tensor("int64", data, [1, ids.length])] as const;
      });
      const states = (await session.run(Object.fromEntries(feeds), [output]))[output]!;
      if (!(states.data instanceof Float32Array)) {
        throw new TypeError(`The model's output is ${states.type}, wanted float32`);
      }
      return states.data;
    },
    release: () => session.release(),
  };
}
