import { availableParallelism, totalmem } from "node:os";
import process from "node:process";
import type { Device } from "../../../src/embed/embedder.ts";
import {
  type AddonFacts,
  type DeviceReport,
  probeAddon,
  probeDevices,
} from "../../inference/device_report.ts";
import type { Command } from "../command.ts";
import { modelsHere } from "../doctor_models.ts";
import { EXIT } from "../failure.ts";
import { runtimeName } from "../runtime_name.ts";
import { fields } from "../table.ts";
import { version } from "../version.ts";
import { counted } from "../words.ts";

/** `bicameral doctor` */
export const doctor: Command = {
  name: "doctor",
  summary: "tells what this machine can run models on, and what to install",
  usage: "",
  details: "Opens no store. Fails only where nothing can embed.",
  options: {},
  async run({ args, reply }) {
    args.exactly();
    const report = await examine();
    await reply(doctorJson(report), describe(report));
    return report.devices.some(({ ok }) => ok) ? EXIT.ok : EXIT.failed;
  },
};

type Addon = Awaited<ReturnType<typeof probeAddon>>;

interface Report {
  readonly addon: Addon;
  readonly devices: readonly DeviceReport[];
}

const GPUS: readonly Device[] = ["cuda", "webgpu"];
const PROCESSORS: readonly Device[] = ["cpu", "wasm"];

async function examine(): Promise<Report> {
  const { small, large } = modelsHere();
  return {
    addon: await probeAddon(),
    devices: [
      ...await probeDevices({ ...large ?? small, devices: GPUS }),
      ...await probeDevices({ ...small, devices: PROCESSORS }),
    ],
  };
}

function doctorJson({ addon, devices }: Report): Record<string, unknown> {
  return {
    version: version(),
    runtime: runtimeName(),
    platform: process.platform,
    arch: process.arch,
    cores: availableParallelism(),
    memory_bytes: totalmem(),
    addon: isLoaded(addon)
      ? {
        loads: true,
        version: addon.version,
        providers: addon.providers,
        cuda_installed: addon.cudaInstalled,
      }
      : { loads: false, reason: addon.reason },
    models: Object.values(modelsHere()).filter((here) => here !== null)
      .map(({ model, dtype, folder }) => ({ id: model.id, dtype, folder })),
    devices: devices.map(({ loadMs, selfTestMs, ...device }) => ({
      ...device,
      load_ms: loadMs,
      self_test_ms: selfTestMs,
    })),
  };
}

function isLoaded(addon: Addon): addon is AddonFacts {
  return "version" in addon;
}

function describe({ addon, devices }: Report): string {
  const { small, large } = modelsHere();
  const memory = `${(totalmem() / 1e9).toFixed(1)} GB of memory`;
  return fields([
    ["Bicameral", version()],
    ["Runtime", `${runtimeName()} on ${process.platform} ${process.arch}`],
    ["Machine", `${counted(availableParallelism(), "core")}, ${memory}`],
    ["Addon", isLoaded(addon) ? describeAddon(addon) : addon.reason],
    ["Small model", `${small.model.id} ${small.dtype}, in ${small.folder}`],
    ["Large model", large ? `${large.model.id} ${large.dtype}, in ${large.folder}` : "not here"],
    ...devices.flatMap(describeDevice),
  ]);
}

function describeAddon({ version, providers, cudaInstalled }: AddonFacts): string {
  const names = providers.map((name) =>
    name === "cuda" && !cudaInstalled ? "cuda (its libraries are not installed)" : name
  );
  return `onnxruntime-node ${version} loads, with ${names.join(", ")}`;
}

function describeDevice(report: DeviceReport): [string, string][] {
  const { device, adapter, loadMs, selfTestMs, reason, remedy } = report;
  if (reason !== null) {
    const refused: [string, string] = [device, `no: ${reason}`];
    return remedy === null ? [refused] : [refused, ["", remedy]];
  }
  const name = adapter === null ? "" : ` (${adapter})`;
  const times = `loaded in ${ms(loadMs)}, self-test in ${ms(selfTestMs)}`;
  return [[device, `works${name}: ${times}`]];
}

function ms(duration: number | null): string {
  return `${Math.round(duration ?? 0).toLocaleString("en")} ms`;
}
