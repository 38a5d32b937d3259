import { describe, expect, test } from "bun:test";
import { resolveSettings } from "./config.ts";

const defaults = { dataDir: "/data", cacheDir: "/cache" };

describe("resolveSettings()", () => {
  test("resolveSettings() takes the option, then the environment, then the default", () => {
    const environment = { BICAMERAL_DATA: "/env", BICAMERAL_THREADS: "3", BICAMERAL_NAMESPACE: "" };
    const settings = resolveSettings({ dataDir: "/option" }, environment, defaults);
    expect(settings).toMatchObject({ dataDir: "/option", threads: 3, namespace: "default" });
    expect(resolveSettings({}, environment, defaults).dataDir).toBe("/env");
    expect(resolveSettings({}, {}, defaults)).toMatchObject({
      dataDir: "/data",
      cacheDir: "/cache",
      durability: "strict",
      mode: "auto",
      elevateEnabled: true,
      elevateTrust: null,
      elevateUses: null,
      fusion: "calibrated",
      small: { model: "sentence-transformers/all-MiniLM-L6-v2" },
      large: { model: "BAAI/bge-large-en-v1.5" },
      device: "auto",
      threads: null,
      maxTextBytes: 102_400,
      exactBelow: 5_000,
    });
  });

  test("resolveSettings() names what is wrong and what is allowed", () => {
    const bad: [Record<string, string>, string][] = [
      [
        { BICAMERAL_DURABILITY: "none" },
        'BICAMERAL_DURABILITY is "none"; wanted one of strict, process, relaxed.',
      ],
      [{ BICAMERAL_DEVICE: "tpu" }, "BICAMERAL_DEVICE"],
      [{ BICAMERAL_THREADS: "0" }, "a whole number from 1 to 256"],
      [{ BICAMERAL_THREADS: "two" }, "BICAMERAL_THREADS"],
      [{ BICAMERAL_TEXT_TEMPLATE: "{date}" }, "textTemplate"],
    ];
    for (const [environment, message] of bad) {
      expect(() => resolveSettings({}, environment, defaults)).toThrow(message);
    }
    expect(() => resolveSettings({ exactBelow: -1 }, {}, defaults)).toThrow("exactBelow is -1");
    expect(() => resolveSettings({ dataDir: 7 as never }, {}, defaults)).toThrow("dataDir is 7");
  });
});
