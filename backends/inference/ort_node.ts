import type { Device } from "../../src/embed/embedder.ts";
import { messageOf } from "../../src/errors.ts";
import { bertSession, type Session } from "./session.ts";

/**
 * A session of onnxruntime's native addon. It blocks its thread while it loads and
 * while it runs.
 *
 * @param weights The bytes of an ONNX file, or its path.
 * @param device What to run it on; the addon's word for a provider is the same.
 * @param threads Threads that one run may use on the CPU.
 */
export async function openNativeSession(
  weights: Uint8Array | string,
  device: Exclude<Device, "wasm">,
  threads: number,
): Promise<Session> {
  const ort = await loadAddon();
  const options = {
    executionProviders: [device],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  } as const;
  // The package has a signature each for bytes and for a path, and none for either.
  const creating = typeof weights === "string"
    ? ort.InferenceSession.create(weights, options)
    : ort.InferenceSession.create(weights, options);
  return bertSession(
    ort,
    await creating.catch((error) => {
      throw new Error(withoutSource(messageOf(error)), { cause: error });
    }),
  );
}

/** Loads onnxruntime's addon; says what to do where it will not. */
export async function loadAddon(): Promise<typeof import("onnxruntime-node")> {
  const { default: ort } = await import("onnxruntime-node").catch((error) => {
    const [reason] = messageOf(error).split("\n");
    throw new Error(
      `onnxruntime-node will not load (${reason}); install it, or set the device to wasm`,
      { cause: error },
    );
  });
  // Why a device is not there is in what it throws; it need not be on the console too.
  ort.env.logLevel = "fatal";
  return ort;
}

/** A message of onnxruntime's without the line of C++ that it comes from. */
function withoutSource(message: string): string {
  return message.replace(/^\S+\.cc:\d+ .* was false\. /, "").trim();
}
