import { readdirSync } from "node:fs";
import process from "node:process";
import { isDriverNamed } from "./vulkan_driver.ts";

/** What drivers name a GPU's files in `/dev`: Mesa and most others, NVIDIA, AMD, WSL, Tegra, Mali, Adreno. */
const GPU_FILE = /^(?:dri|nvidia|kfd|dxg|nvhost|nvgpu|mali|kgsl)/;

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

/** Null where it may not be looked. */
function namesIn(folder: string): string[] | null {
  try {
    return readdirSync(folder);
  } catch {
    return null;
  }
}
