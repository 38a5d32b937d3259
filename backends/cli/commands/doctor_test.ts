import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { invoke } from "../../../testing/cli.ts";
import { withEnvironment } from "../../../testing/environment.ts";
import { makeStandIn } from "../../../testing/stand_in_model.ts";
import { makeScratch } from "../../../testing/stores.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

const TIMEOUT_MS = 60_000;

describe("doctor", () => {
  test("doctor tells of the machine and of each device, without a store", async () => {
    const { code, out, err } = await withEnvironment(
      { HF_HUB_CACHE: scratch.path() },
      () => invoke(["doctor"]),
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/^Runtime +(Bun|Deno|Node) \d+\.\d+\.\d+ on \w+ \w+$/m);
    expect(out).toMatch(/^Addon +onnxruntime-node \d+\.\d+\.\d+ loads, with cpu/m);
    expect(out).toMatch(/^Small model +sentence-transformers\/all-MiniLM-L6-v2 int8, in .+$/m);
    expect(out).toMatch(
      /^Large model +not here: .+ bicameral models pull BAAI\/bge-large-en-v1\.5$/m,
    );
    expect(out).toMatch(/^cuda +(works: |no: .+\n +\S)/m);
    expect(out).toMatch(/^webgpu +(works[: ]|no: .+\n +\S)/m);
    expect(out).toMatch(/^cpu +works: loaded in [\d,]+ ms, self-test in [\d,]+ ms$/m);
    expect(out).toMatch(/^wasm +works: /m);
  }, TIMEOUT_MS);

  test("doctor answers in JSON", async () => {
    const folder = join(scratch.path(), "stand-in");
    makeStandIn(folder);
    const { code, out } = await withEnvironment(
      { BICAMERAL_LARGE_MODEL: folder },
      () => invoke(["doctor", "--json"]),
    );
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      addon: { loads: true },
      models: { small: { dtype: "int8" }, large: { model: "stand-in", dtype: "fp32" } },
    });
    expect(report.devices.map(({ device }: { device: string }) => device))
      .toEqual(["cuda", "webgpu", "cpu", "wasm"]);
    for (const { ok, reason, load_ms: loadMs } of report.devices) {
      expect([reason === null, loadMs !== null]).toEqual([ok, ok]);
    }
  }, TIMEOUT_MS);
});
