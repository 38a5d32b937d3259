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
import {
  BUNDLED,
  isHere,
  type ModelElsewhere,
  type ModelHere,
  modelsOfSpaces,
} from "../doctor_models.ts";
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
  readonly models: Awaited<ReturnType<typeof modelsOfSpaces>>;
  readonly devices: readonly DeviceReport[];
}

const GPUS: readonly Device[] = ["cuda", "webgpu"];
const PROCESSORS: readonly Device[] = ["cpu", "wasm"];

async function examine(): Promise<Report> {
  const models = await modelsOfSpaces();
  const small = isHere(models.small) ? models.small : BUNDLED;
  const large = isHere(models.large) ? models.large : small;
  return {
    addon: await probeAddon(),
    models,
    devices: [
      ...await probeDevices({ ...large, devices: GPUS }),
      ...await probeDevices({ ...small, devices: PROCESSORS }),
    ],
  };
}

function doctorJson({ addon, models, devices }: Report): Record<string, unknown> {
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
    models: Object.fromEntries(
      Object.entries(models).map(([space, found]) => [
        space,
        isHere(found) ? { model: found.model.id, dtype: found.dtype, folder: found.folder } : found,
      ]),
    ),
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

function describe({ addon, models, devices }: Report): string {
  const memory = `${(totalmem() / 1e9).toFixed(1)} GB of memory`;
  return fields([
    ["Bicameral", version()],
    ["Runtime", `${runtimeName()} on ${process.platform} ${process.arch}`],
    ["Machine", `${counted(availableParallelism(), "core")}, ${memory}`],
    ["Addon", isLoaded(addon) ? describeAddon(addon) : addon.reason],
    ["Small model", describeModel(models.small)],
    ["Large model", describeModel(models.large)],
    ...devices.flatMap(describeDevice),
  ]);
}

function describeModel(found: ModelHere | ModelElsewhere): string {
  return isHere(found)
    ? `${found.model.id} ${found.dtype}, in ${found.folder}`
    : `not here: ${found.reason}`;
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
