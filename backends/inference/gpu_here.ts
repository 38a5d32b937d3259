import { readdirSync } from "node:fs";
import process from "node:process";

/** What drivers name a GPU's files in `/dev`: Mesa and most others, NVIDIA, AMD, WSL, Tegra, Mali, Adreno. */
const GPU_FILE = /^(?:dri|nvidia|kfd|dxg|nvhost|nvgpu|mali|kgsl)/;

/** Name a Vulkan driver, maybe of software that stands for a GPU. */
const DRIVER_VARIABLES = ["VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES", "VK_ICD_FILENAMES"];

/**
 * Refuses a machine without a GPU where that is plain before onnxruntime's libraries
 * are loaded, which takes a second and has them complain on the console.
 *
 * @throws {Error} On Linux, where no GPU's driver has put a file into `/dev`.
 */
export function checkGpuFiles(): void {
  if (process.platform !== "linux" || isDriverNamed()) return;
  if (namesIn("/dev")?.some((name) => GPU_FILE.test(name)) ?? true) return;
  throw new Error("This machine has no GPU: there is no /dev/dri, /dev/nvidia0 or /dev/dxg");
}

/** The WebGPU of a runtime, as far as it is used here. */
export interface RuntimeGpu {
  requestAdapter(): Promise<
    { readonly info: { readonly description: string; readonly isFallbackAdapter?: boolean } } | null
  >;
}

/** The WebGPU that the runtime itself has: Deno's. */
export function runtimeGpu(): RuntimeGpu | null {
  const { gpu } = (globalThis.navigator ?? {}) as { readonly gpu?: RuntimeGpu };
  return gpu ?? null;
}

/**
 * Refuses software that stands for a GPU, which is slower than the CPU's own kernels,
 * unless its driver was named on purpose.
 *
 * @throws {Error} Where the runtime has no adapter, or none but that.
 */
export async function checkAdapter(gpu: RuntimeGpu): Promise<void> {
  const adapter = await gpu.requestAdapter();
  if (adapter === null) throw new Error("The runtime finds no WebGPU adapter");
  const { description, isFallbackAdapter = false } = adapter.info;
  if (!isFallbackAdapter || isDriverNamed()) return;
  throw new Error(
    `This machine has no GPU, only software that stands for one (${description}), and the ` +
      `CPU is faster; to use it all the same, name its driver in ${DRIVER_VARIABLES[0]}`,
  );
}

function isDriverNamed(): boolean {
  try {
    return DRIVER_VARIABLES.some((name) => process.env[name]);
  } catch {
    // Deno was not given leave to look.
    return false;
  }
}

/** Null where it may not be looked. */
function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}
