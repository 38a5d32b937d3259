import { afterAll, describe, expect, test } from "bun:test";
import { versions } from "node:process";
import { FLAWED, FLOAT, makeFlawedFolder } from "../../testing/flawed_folder.ts";
import type { Flaw } from "../../testing/flawed_ort_thread.ts";
import { makeScratch } from "../../testing/stores.ts";
import { bundledModelFolder } from "../models/bundled.ts";
import { type DeviceReport, probeAddon, probeDevices } from "./device_report.ts";
import { LIMITS } from "./limits.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

const inDeno = versions.deno !== undefined;
const TIMEOUT_MS = 30_000;

/** Tries a GPU that has a flaw, and the CPU after it. */
async function probe(flaw: Partial<Flaw>): Promise<DeviceReport[]> {
  const folder = scratch.path();
  makeFlawedFolder(folder, flaw);
  const options = { folder, model: FLOAT, dtype: "fp32", devices: ["webgpu", "cpu"] } as const;
  const limits = { ...LIMITS, loadMs: 1500 };
  return await probeDevices(options, { module: FLAWED, limits });
}

describe("probeDevices", () => {
  test("probeDevices() times devices that work", async () => {
    const reports = await probeDevices({
      folder: bundledModelFolder(),
      devices: ["cpu", "wasm"],
      threads: 2,
    });
    expect(reports.map(({ device, ok, reason, remedy }) => ({ device, ok, reason, remedy })))
      .toEqual([
        { device: "cpu", ok: true, reason: null, remedy: null },
        { device: "wasm", ok: true, reason: null, remedy: null },
      ]);
    for (const { loadMs, selfTestMs } of reports) {
      expect(loadMs).toBeGreaterThan(0);
      expect(selfTestMs).toBeGreaterThan(0);
    }
  }, TIMEOUT_MS);

  const flaws: [Partial<Flaw>, RegExp][] = [
    [{ kind: "noAdapter", after: -1 }, /No supported adapters/],
    [{ kind: "wrong" }, /Self-test text 1 of 3/],
    [{ kind: "dies", after: -1 }, /ended with code 3/],
    [{ kind: "hangs", after: -1 }, /Loading the model took longer than 1\.5 s/],
    [{ kind: "hangs" }, /The self-test took longer than 1\.5 s/],
  ];
  for (const [flaw, reason] of flaws) {
    const when = flaw.after === -1 ? "at load" : "in its self-test";
    test(`probeDevices() tells of a device that ${flaw.kind} ${when}, and goes on`, async () => {
      const [gpu, cpu] = await probe(flaw);
      expect(gpu).toMatchObject({ device: "webgpu", ok: false, loadMs: null });
      expect(gpu!.reason).toMatch(reason);
      expect(cpu).toMatchObject({ device: "cpu", ok: true });
    }, TIMEOUT_MS);
  }

  test.skipIf(inDeno)(
    "probeDevices() outlives a device that crashes its process (Deno lets none kill itself)",
    async () => {
      const [gpu, cpu] = await probe({ kind: "crashes", after: -1 });
      expect(gpu).toMatchObject({ ok: false, reason: expect.stringContaining("SIGSEGV") });
      expect(cpu).toMatchObject({ ok: true });
    },
    TIMEOUT_MS,
  );
});

describe("probeAddon", () => {
  test("probeAddon() gives the addon's version and what it was built with", async () => {
    expect(await probeAddon()).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      providers: expect.arrayContaining(["cpu"]),
    });
  });
});
