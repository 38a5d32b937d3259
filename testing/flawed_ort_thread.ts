/**
 * The embedding thread on a machine with a GPU that is at fault. Its GPU is the CPU, by the
 * real model; what is wrong with it is written in `flaw.json` in the model's folder. Runs are
 * counted in `runs.log` where that is there.
 */
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isGpu } from "../backends/inference/open_device.ts";
import { openSession } from "../backends/inference/open_session.ts";
import { serveEmbedding } from "../backends/inference/serve_embedding.ts";
import type { Ids, Session } from "../backends/inference/session.ts";
import type { Device } from "../src/embed/embedder.ts";

/** What a GPU does instead of its work. */
export interface Flaw {
  readonly kind:
    | "none"
    | "noAdapter"
    | "lost"
    | "wrong"
    | "nan"
    | "dies"
    | "crashes"
    | "hangs"
    | "smallMemory";
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
  const log = join(setup.folder, "runs.log");
  return {
    ...session,
    async run(rows) {
      const states = flaw.apart ? await runApart(session, rows) : await session.run(rows);
      const faulty = gpu && runsIn(log, setup.device) >= flaw.after
        ? misbehave(flaw, rows, states)
        : states;
      if (existsSync(log)) appendFileSync(log, `${setup.device} ${rows.length}\n`);
      return faulty;
    },
  };
});

/** Runs on a device until now, in all threads. */
function runsIn(log: string, device: Device): number {
  if (!existsSync(log)) return 0;
  return readFileSync(log, "utf8").split("\n").filter((line) => line.startsWith(device)).length;
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
    case "crashes":
      process.kill(process.pid, "SIGSEGV");
      throw new Error("It lives on");
    case "hangs":
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return states;
    case "smallMemory":
      if (rows.length * Math.max(...rows.map(({ length }) => length)) <= tokens!) return states;
      throw new Error("Failed to allocate memory for requested buffer of size 3221225472");
  }
}
