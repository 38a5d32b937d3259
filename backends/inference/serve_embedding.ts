import { workerData } from "node:worker_threads";
import type { KnownModel } from "../../src/embed/catalogue.ts";
import { pool } from "../../src/embed/pooling.ts";
import { serve } from "../thread/serve.ts";
import { passGate } from "./exit_gate.ts";
import { readModelFile } from "./model_file.ts";
import type { SessionSetup } from "./open_session.ts";
import type { Ids, Session } from "./session.ts";
import { WordPieces } from "./word_pieces.ts";

/** What a thread is to load. */
export interface Setup
  extends SessionSetup, Pick<KnownModel, "dimensions" | "maxTokens" | "pooling" | "tokenizer"> {}

/** A text, or its word-piece ids where they are known. */
type Row = string | Ids;

/**
 * Makes this thread one that embeds: word pieces, runs, pooling.
 *
 * @param open Loads the model; tests have one whose sessions are at fault.
 */
export function serveEmbedding(open: (setup: Setup) => Promise<Session>): void {
  let loaded: { setup: Setup; pieces: WordPieces; session: Session } | null = null;
  const gate: Int32Array = workerData;

  /** For what calls native code. */
  function behindGate<In, Out>(
    method: (payload: In) => Promise<Out>,
  ): (payload: In) => Promise<Out> {
    return (payload) => passGate(gate, () => method(payload));
  }

  function model(): NonNullable<typeof loaded> {
    if (loaded === null) throw new TypeError("The thread has no model loaded");
    return loaded;
  }

  async function load(setup: Setup): Promise<void> {
    const json = new TextDecoder().decode(readModelFile(setup.folder, setup.tokenizer));
    const pieces = new WordPieces(JSON.parse(json), setup.maxTokens);
    loaded = { setup, pieces, session: await open(setup) };
  }

  async function embed(rows: readonly Row[]): Promise<Float32Array[]> {
    const { setup: { dimensions, pooling }, pieces, session } = model();
    const ids = rows.map((row) => typeof row === "string" ? pieces.encode(row) : row);
    const states = await session.run(ids);
    return ids.map(({ length }, i) => {
      const width = states[i]!.length / length;
      if (width === dimensions) return pool(states[i]!, length, dimensions, pooling);
      throw new RangeError(`The model's states are ${width} wide, wanted ${dimensions}`);
    });
  }

  /** Ids of texts, cut to the model's window. */
  function encode(texts: readonly string[]): Ids[] {
    return texts.map((text) => model().pieces.encode(text));
  }

  async function release(): Promise<void> {
    const { session } = model();
    loaded = null;
    await session.release();
  }

  serve({
    load: behindGate(load),
    // Vectors of rows, all of them in one run.
    query: behindGate(embed),
    document: behindGate(embed),
    queryIds: encode,
    documentIds: encode,
    count: (texts: readonly string[]) => texts.map((text) => model().pieces.count(text)),
    release: behindGate(release),
  }, ["query", "queryIds", "count", "release"]);
}
