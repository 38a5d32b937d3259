/**
 * A process of its own in which onnxruntime may crash or hang: reads a question as JSON,
 * writes the answer as a line of JSON, and ends.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { messageOf } from "../../src/errors.ts";
import type { Device } from "../../src/embed/embedder.ts";
import type { Limits } from "./limits.ts";
import { type OnnxOptions, planOf } from "./onnx_options.ts";
import { openDevice } from "./open_device.ts";
import { loadAddon } from "./ort_node.ts";
import { runtimeGpu } from "./runtime_gpu.ts";

/** What may be asked; numbers of a vector are an array of JSON's. */
export type Question =
  | { readonly about: "addon" }
  | {
    readonly about: "device";
    readonly device: Device;
    readonly options: OnnxOptions;
    readonly module: string;
    readonly limits: Limits;
  };

/** Onnxruntime's native addon, as it is on this machine. */
export interface AddonFacts {
  readonly version: string;
  /** Execution providers that it was built with. */
  readonly providers: readonly string[];
  /** Whether its CUDA libraries, which are a download of their own, lie beside it. */
  readonly cudaInstalled: boolean;
}

/** A device that works. */
export interface DeviceFacts {
  /** The GPU's name, where the runtime tells it. */
  readonly adapter: string | null;
  readonly loadMs: number;
  readonly selfTestMs: number;
}

/** What is answered. */
export type Answer<Facts> = { readonly facts: Facts } | { readonly reason: string };

const question: Question = JSON.parse(
  await text(process.stdin),
  (key, value) => key === "vector" ? Float32Array.from(value) : value,
);
const answer: Answer<AddonFacts | DeviceFacts> = await answerTo(question)
  .then((facts) => ({ facts }), (error) => ({ reason: messageOf(error) }));
// What was opened is not closed: closing may hang as well, and the process ends.
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));

async function answerTo(question: Question): Promise<AddonFacts | DeviceFacts> {
  if (question.about === "addon") return await lookAtAddon();
  const { device, options, limits } = question;
  const module = new URL(question.module);
  const { times } = await openDevice(planOf(options), device, { module, limits });
  return { ...times, adapter: device === "webgpu" ? await adapterName() : null };
}

async function lookAtAddon(): Promise<AddonFacts> {
  const ort = await loadAddon();
  const { resolve } = createRequire(import.meta.url);
  const binaries = join(dirname(resolve("onnxruntime-node")), "../bin/napi-v6");
  const cuda = join(binaries, process.platform, process.arch, "libonnxruntime_providers_cuda.so");
  return {
    version: ort.env.versions.node ?? "of unknown version",
    providers: ort.listSupportedBackends().map(({ name }) => name),
    cudaInstalled: existsSync(cuda),
  };
}

/** The adapter's name; of the runtimes, Deno can tell it. */
async function adapterName(): Promise<string | null> {
  return (await runtimeGpu()?.requestAdapter())?.info.description || null;
}
