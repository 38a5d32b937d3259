/** A thread whose calls do what they are told, for tests of what runs threads. */
import { threadId } from "node:worker_threads";
import { serve } from "../backends/thread/serve.ts";

/** Numbers that all threads of a pool share, since a thread that dies takes its own along. */
export interface FrailSetup {
  /** `[loads]`: loads that succeed before one fails. */
  readonly loads: Int32Array;
  /** `[deaths]`: deadly calls that kill before they let live. */
  readonly deaths: Int32Array;
}

/** What a call is to do before it answers. */
export interface FrailCall {
  readonly name: string;
  readonly blockMs?: number;
  readonly deadly?: boolean;
  readonly fails?: boolean;
}

/** What it answers. */
export interface FrailAnswer {
  readonly name: string;
  readonly threadId: number;
}

let deaths: Int32Array;

serve({ load, document: act, query: act, release() {} }, ["query", "release"]);

function load(setup: FrailSetup): void {
  if (Atomics.sub(setup.loads, 0, 1) <= 0) throw new Error("no more loads");
  deaths = setup.deaths;
}

function act({ name, blockMs = 0, deadly = false, fails = false }: FrailCall): FrailAnswer {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, blockMs);
  if (fails) throw new RangeError(`${name} fails`);
  if (deadly && Atomics.sub(deaths, 0, 1) > 0) process.exit(3);
  return { name, threadId };
}
