import process from "node:process";
import type { Device } from "../../src/embed/embedder.ts";

/** What WebGPU needs, by platform; elsewhere there is no build with it. */
const WEBGPU: Readonly<Partial<Record<string, string>>> = {
  linux: "Install the GPU's Vulkan driver and the Vulkan loader (Debian, Ubuntu: libvulkan1; " +
    "mesa-vulkan-drivers for Intel and AMD). In a container, hand the GPU through.",
  darwin: "It needs a Mac with Metal, and macOS 13 or later.",
  win32: "Update the graphics driver; it needs Direct3D 12.",
};

/**
 * What may make a device work that does not.
 *
 * @param reason Why it does not.
 */
export function remedyFor(device: Device, reason: string): string | null {
  if (reason.includes("--allow-ffi")) return "Run Deno with --allow-ffi.";
  switch (device) {
    case "cuda":
      return cudaRemedy(reason);
    case "webgpu":
      return WEBGPU[process.platform] ?? null;
    case "cpu":
      return "Install onnxruntime-node, an optional dependency, where it has a build.";
    case "wasm":
      return "Install the package again: onnxruntime-web belongs to it.";
  }
}

function cudaRemedy(reason: string): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") {
    return "onnxruntime-node has CUDA on Linux x64 only.";
  }
  return /load shared library|CUDA execution provider is not enabled/i.test(reason)
    ? "Fetch onnxruntime-node's CUDA libraries: " +
      "ONNXRUNTIME_NODE_INSTALL=cuda12 npm rebuild onnxruntime-node. They need NVIDIA's driver, " +
      "CUDA 12 and cuDNN 9, where LD_LIBRARY_PATH or the system finds them."
    : "It needs NVIDIA's driver, CUDA 12 and cuDNN 9, where LD_LIBRARY_PATH or the system finds them.";
}
