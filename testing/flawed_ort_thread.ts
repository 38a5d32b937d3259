/**
 * The embedding thread on a machine with a GPU that is at fault. Its GPU is the CPU, by the
 * real model; what is wrong with it is written in `flaw.json` in the model's folder.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isGpu } from "../backends/inference/open_device.ts";
import { openSession, type SessionSetup } from "../backends/inference/open_session.ts";
import { serveEmbedding } from "../backends/inference/serve_embedding.ts";
import type { Ids, Session } from "../backends/inference/session.ts";

/** What a GPU does instead of its work. */
export interface Flaw {
  readonly kind: "none" | "noAdapter" | "lost" | "wrong" | "nan" | "dies" | "hangs" | "smallMemory";
  /** Runs that succeed before; -1: not even a load. */
  readonly after: number;
  /** Of `smallMemory`: rows × longest row that are too much for it. */
  readonly tokens?: number;
  /** Runs the rows of a batch one by one, for weights in int8. */
  readonly apart: boolean;
}

serveEmbedding(async (setup) => {
  const flaw: Flaw = JSON.parse(readFileSync(join(setup.folder, "flaw.json"), "utf8"));
  const gpu = isGpu(setup.device);
  if (gpu && flaw.after < 0) misbehave(flaw, []);
  const session = await openSession({ ...setup, device: gpu ? "cpu" : setup.device });
  return {
    ...session,
    async run(rows) {
      const states = flaw.apart ? await runApart(session, rows) : await session.run(rows);
      const faulty = gpu && runsOf(setup) >= flaw.after ? misbehave(flaw, rows, states) : states;
      appendFileSync(join(setup.folder, "runs.log"), `${setup.device} ${rows.length}\n`);
      return faulty;
    },
  };
});

/** Runs on a device until now, in all threads. */
function runsOf({ folder, device }: SessionSetup): number {
  const log = readFileSync(join(folder, "runs.log"), "utf8");
  return log.split("\n").filter((line) => line.startsWith(device)).length;
}

async function runApart(session: Session, rows: readonly Ids[]): Promise<Float32Array[]> {
  const states: Float32Array[] = [];
  for (const ids of rows) states.push(...await session.run([ids]));
  return states;
}

function misbehave(
  { kind, tokens }: Flaw,
  rows: readonly Ids[],
  states: Float32Array[] = [],
): Float32Array[] {
  switch (kind) {
    case "none":
      return states;
    case "noAdapter":
      throw new Error("Failed to get a WebGPU adapter: No supported adapters");
    case "lost":
      throw new Error(
        "WebGPU device lost (2): A valid external Instance reference no longer exists",
      );
    case "wrong":
      return states.map((row) => row.map((value, i) => i % 3 === 0 ? -value : value));
    case "nan":
      return states.map((row) => row.fill(NaN));
    case "dies":
      return process.exit(3);
    case "hangs":
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return states;
    case "smallMemory":
      if (rows.length * Math.max(...rows.map(({ length }) => length)) <= tokens!) return states;
      throw new Error("Failed to allocate memory for requested buffer of size 3221225472");
  }
}
