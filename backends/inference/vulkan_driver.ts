import process from "node:process";

/** Name a Vulkan driver, maybe of software that stands for a GPU. */
export const DRIVER_VARIABLES: readonly string[] = [
  "VK_DRIVER_FILES",
  "VK_ADD_DRIVER_FILES",
  "VK_ICD_FILENAMES",
];

/** Whether the user chose a driver. */
export function isDriverNamed(): boolean {
  try {
    return DRIVER_VARIABLES.some((name) => process.env[name]);
  } catch {
    // Deno was not given leave to look.
    return false;
  }
}
