/** The thread that embeds: word pieces, one run a text, pooling. */
import { readFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { KnownModel, ModelFile } from "../../src/embed/catalogue.ts";
import type { Device } from "../../src/embed/embedder.ts";
import { pool } from "../../src/embed/pooling.ts";
import { ortWasm } from "../../wasm/ort.ts";
import { serve } from "../thread/serve.ts";
import { passGate } from "./exit_gate.ts";
import { readModelFile } from "./model_file.ts";
import { openNativeSession } from "./ort_node.ts";
import { openWasmSession } from "./ort_web.ts";
import type { Session } from "./session.ts";
import { WordPieces } from "./word_pieces.ts";

/** What a thread is to load. */
export interface Setup
  extends Pick<KnownModel, "dimensions" | "maxTokens" | "pooling" | "tokenizer"> {
  readonly device: Device;
  readonly folder: string;
  readonly weights: ModelFile;
  /** Threads that one run may use. */
  readonly threads: number;
}

let loaded: { setup: Setup; pieces: WordPieces; session: Session } | null = null;

const gate: Int32Array = workerData;

serve({
  load: behindGate(load),
  query: behindGate(embed),
  document: behindGate(embed),
  count,
  release: behindGate(release),
}, ["query", "count", "release"]);

/** For what calls native code. */
function behindGate<In, Out>(method: (payload: In) => Promise<Out>): (payload: In) => Promise<Out> {
  return (payload) => passGate(gate, () => method(payload));
}

async function load(setup: Setup): Promise<void> {
  const { folder, maxTokens, threads } = setup;
  const json = new TextDecoder().decode(readModelFile(folder, setup.tokenizer));
  const weights = readModelFile(folder, setup.weights);
  loaded = {
    setup,
    pieces: new WordPieces(JSON.parse(json), maxTokens),
    session: setup.device === "wasm"
      ? await openWasmSession(weights, readFileSync(ortWasm()))
      : await openNativeSession(weights, setup.device, threads),
  };
}

async function embed(text: string): Promise<Float32Array> {
  const { setup, pieces, session } = model();
  const ids = pieces.encode(text);
  const states = await session.run(ids);
  const width = states.length / ids.length;
  if (width !== setup.dimensions) {
    throw new RangeError(`The model's states are ${width} wide, wanted ${setup.dimensions}`);
  }
  return pool(states, ids.length, width, setup.pooling);
}

function count(texts: readonly string[]): number[] {
  const { pieces } = model();
  return texts.map((text) => pieces.count(text));
}

async function release(): Promise<void> {
  const { session } = model();
  loaded = null;
  await session.release();
}

function model(): NonNullable<typeof loaded> {
  if (loaded === null) throw new TypeError("The thread has no model loaded");
  return loaded;
}
