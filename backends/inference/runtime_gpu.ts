import { DRIVER_VARIABLES, isDriverNamed } from "./vulkan_driver.ts";

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
