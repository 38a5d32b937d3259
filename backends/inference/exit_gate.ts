import process from "node:process";

/**
 * Keeps the process from ending while a thread is in native code. Node ends worker
 * threads in the midst of what they do, and onnxruntime's addon then aborts the
 * process: in half of the tries, where `process.exit()` came while a model ran.
 *
 * Each thread has two shared numbers: whether the gate is shut, and whether the
 * thread is behind it.
 */
const SHUT = 0;
const INSIDE = 1;

/** Longer than any run that is waited for; a thread that hangs must not keep the process. */
const MAX_WAIT_MS = 5_000;

const gates = new Set<Int32Array>();

/** A gate for one thread, to be handed to it; shut when the process exits. */
export function openGate(): Int32Array {
  if (gates.size === 0) process.on("exit", shutGates);
  const gate = new Int32Array(new SharedArrayBuffer(8));
  gates.add(gate);
  return gate;
}

/** Forgets a gate whose thread has ended. */
export function dropGate(gate: Int32Array): void {
  gates.delete(gate);
  if (gates.size === 0) process.off("exit", shutGates);
}

/** In the thread: does the work, or never, where the process is about to end. */
export async function passGate<T>(gate: Int32Array, work: () => T | Promise<T>): Promise<T> {
  Atomics.store(gate, INSIDE, 1);
  try {
    if (Atomics.load(gate, SHUT) === 0) return await work();
  } finally {
    Atomics.store(gate, INSIDE, 0);
    Atomics.notify(gate, INSIDE);
  }
  return await new Promise(() => {});
}

function shutGates(): void {
  const end = performance.now() + MAX_WAIT_MS;
  for (const gate of gates) Atomics.store(gate, SHUT, 1);
  for (const gate of gates) Atomics.wait(gate, INSIDE, 1, Math.max(0, end - performance.now()));
}
