import type { Device } from "../../src/embed/embedder.ts";
import { messageOf } from "../../src/errors.ts";
import { bertSession, type Session } from "./session.ts";

/**
 * A session of onnxruntime's native addon on the CPU. It blocks its thread while it
 * loads and while it runs.
 *
 * @param weights The bytes of an ONNX file.
 * @param threads Threads that one run may use.
 */
export async function openNativeSession(
  weights: Uint8Array,
  device: Exclude<Device, "wasm">,
  threads: number,
): Promise<Session> {
  const { default: ort } = await import("onnxruntime-node").catch((error) => {
    const [reason] = messageOf(error).split("\n");
    throw new Error(
      `onnxruntime-node will not load (${reason}); install it, or set the device to wasm`,
      { cause: error },
    );
  });
  const session = await ort.InferenceSession.create(weights, {
    executionProviders: [device],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  return bertSession(ort, session);
}
