import { existsSync } from "node:fs";

/** Chromium's Vulkan driver in software, as Debian's package lays it out. */
const DRIVER = "/usr/lib/chromium/vk_swiftshader_icd.json";

/** Vulkan's loader, as Debian's libvulkan1 lays it out. */
const LOADERS = [
  "/usr/lib/x86_64-linux-gnu/libvulkan.so.1",
  "/usr/lib/aarch64-linux-gnu/libvulkan.so.1",
];

/** What a process runs WebGPU with on a machine without a GPU; null where that is not installed. */
export function swiftShader(): Readonly<Record<string, string>> | null {
  return existsSync(DRIVER) && LOADERS.some(existsSync) ? { VK_DRIVER_FILES: DRIVER } : null;
}
