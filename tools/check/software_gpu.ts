import { swiftShader } from "../../testing/swiftshader.ts";
import { run } from "../project/run.ts";
import type { Step } from "./step.ts";

const PACKAGES = ["chromium", "libvulkan1"];

/** Installing is given up after so long; the tests of WebGPU are skipped then. */
const TIMEOUT_MS = 3 * 60_000;

export const softwareGpu: Step = {
  name: "webgpu",
  about: `a GPU in software for the tests of WebGPU: Debian's ${PACKAGES.join(" and ")}`,
  remedy: "",
  run: async () => {
    if (swiftShader() !== null) return { ok: true, output: "" };
    const missing = await install();
    const notes = missing === null ? [] : [`tests of WebGPU are skipped: ${missing}`];
    return { ok: true, output: "", notes };
  },
};

/** Installs it where that may be done; why it is not there, if it is not. */
async function install(): Promise<string | null> {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    return `to have them run, install ${PACKAGES.join(" and ")} (as root, on Debian)`;
  }
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, timeoutMs: TIMEOUT_MS };
  const updated = await run(["apt-get", "update", "-qq"], options);
  const installed = updated.ok
    ? await run(["apt-get", "install", "-qq", "--no-install-recommends", ...PACKAGES], options)
    : updated;
  if (swiftShader() !== null) return null;
  return `apt-get says: ${installed.output.trim().split("\n").at(-1)}`;
}
