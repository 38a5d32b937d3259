import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Device } from "../../src/embed/embedder.ts";
import { messageOf } from "../../src/errors.ts";
import { remedyFor } from "./device_remedy.ts";
import { THREADS } from "./onnx_embedder.ts";
import type { OnnxOptions } from "./onnx_options.ts";
import type { Threads } from "./open_device.ts";
import type { AddonFacts, Answer, DeviceFacts, Question } from "./probe_process.ts";

export type { AddonFacts } from "./probe_process.ts";

/** How a device did in a real run. */
export interface DeviceReport {
  readonly device: Device;
  /** Whether it loaded the model and gave the right numbers. */
  readonly ok: boolean;
  /** The GPU's name, where it is known. */
  readonly adapter: string | null;
  readonly loadMs: number | null;
  readonly selfTestMs: number | null;
  /** Why it can't be used. */
  readonly reason: string | null;
  /** What may help. */
  readonly remedy: string | null;
}

/** What a process is given on top of the limits within it. */
const START_MS = 10_000;

/**
 * Opens a model on each device, one after the other and each in a process of its own,
 * so that one which crashes or hangs takes nothing along.
 *
 * @param options What `openOnnxEmbedder()` takes; `devices` are those to be tried.
 */
export async function probeDevices(
  options: OnnxOptions & { readonly devices: readonly Device[] },
  threads: Partial<Threads> = {},
): Promise<DeviceReport[]> {
  const { module, limits } = { ...THREADS, ...threads };
  const timeoutMs = START_MS + 2 * limits.loadMs;
  const reports: DeviceReport[] = [];
  for (const device of options.devices) {
    const question = { about: "device", device, options, module: module.href, limits } as const;
    reports.push(reportOf(device, await ask<DeviceFacts>(question, timeoutMs)));
  }
  return reports;
}

/** Loads onnxruntime's native addon, or says why it will not load. */
export async function probeAddon(): Promise<AddonFacts | { readonly reason: string }> {
  const answer = await ask<AddonFacts>({ about: "addon" }, START_MS);
  return "facts" in answer ? answer.facts : answer;
}

function reportOf(device: Device, answer: Answer<DeviceFacts>): DeviceReport {
  const none = { adapter: null, loadMs: null, selfTestMs: null, reason: null, remedy: null };
  if ("facts" in answer) return { ...none, device, ok: true, ...answer.facts };
  const { reason } = answer;
  return { ...none, device, ok: false, reason, remedy: remedyFor(device, reason) };
}

async function ask<Facts>(question: Question, timeoutMs: number): Promise<Answer<Facts>> {
  try {
    return await askProcess<Facts>(question, timeoutMs);
  } catch (error) {
    return { reason: messageOf(error) };
  }
}

async function askProcess<Facts>(question: Question, timeoutMs: number): Promise<Answer<Facts>> {
  const ending = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  const program = fileURLToPath(new URL(`./probe_process${ending}`, import.meta.url));
  const deno = ["run", "--quiet", "--no-check", "--no-prompt", "--allow-read", "--allow-ffi"];
  const command = process.versions.deno === undefined ? [program] : [...deno, program];
  const child = spawn(process.execPath, command, { timeout: timeoutMs, killSignal: "SIGKILL" });
  const ended = once(child, "close");
  const written = Promise.all([text(child.stdout), text(child.stderr)]);
  // One that ended before it read the question is told below.
  child.stdin.on("error", () => {});
  child.stdin.end(
    JSON.stringify(question, (_, value) => value instanceof Float32Array ? [...value] : value),
  );
  const [[code, signal], [output, errors]] = await Promise.all([ended, written]);
  const line = output.trim().split("\n").at(-1)!;
  if (line.startsWith("{")) return JSON.parse(line) as Answer<Facts>;
  const last = errors.trim().split("\n").at(-1)!;
  const end = signal === null ? `code ${code}` : `signal ${signal}`;
  throw new Error(`Its process ended with ${end}. ${last}`.trim());
}
