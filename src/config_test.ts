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
      fusion: "weighted",
      language: "english",
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

  test("resolveSettings() takes MEMINI_MODE for EMBEDDING_MODE, and none that disagree", () => {
    const mode = (environment: Record<string, string>, options = {}) =>
      resolveSettings(options, environment, defaults).mode;
    expect(mode({ EMBEDDING_MODE: "gpu" })).toBe("gpu");
    expect(mode({ MEMINI_MODE: "cpu" })).toBe("cpu");
    expect(mode({ EMBEDDING_MODE: "", MEMINI_MODE: "cpu" })).toBe("cpu");
    expect(mode({ EMBEDDING_MODE: "cpu", MEMINI_MODE: "cpu" })).toBe("cpu");
    const torn = { EMBEDDING_MODE: "gpu", MEMINI_MODE: "cpu" };
    expect(() => mode(torn)).toThrow('EMBEDDING_MODE is "gpu" and MEMINI_MODE is "cpu"');
    expect(mode(torn, { mode: "auto" })).toBe("auto");
    expect(() => mode({ MEMINI_MODE: "GPU" })).toThrow('MEMINI_MODE is "GPU"; wanted one of');
  });

  test("resolveSettings() reads flags, shares and models from the environment", () => {
    const settings = resolveSettings({}, {
      ELEVATE_ENABLED: "FALSE",
      BICAMERAL_ELEVATE_TRUST: "0.8",
      BICAMERAL_ELEVATE_USES: "5",
      BICAMERAL_FUSION: "rrf",
      BICAMERAL_LANGUAGE: "simple",
      BICAMERAL_LARGE_MODEL: '{"model":"./mine","revision":"2","pooling":"mean"}',
      BICAMERAL_SMALL_MODEL: "intfloat/e5-small-v2",
    }, defaults);
    expect(settings).toMatchObject({
      elevateEnabled: false,
      elevateTrust: 0.8,
      elevateUses: 5,
      fusion: "rrf",
      language: "simple",
      large: { model: "./mine", revision: "2", pooling: "mean" },
      small: { model: "intfloat/e5-small-v2" },
    });
    const bad: [Record<string, string>, string][] = [
      [{ ELEVATE_ENABLED: "yes" }, 'ELEVATE_ENABLED is "yes"; wanted true or false.'],
      [{ BICAMERAL_ELEVATE_TRUST: "1.5" }, "a number from 0 to 1"],
      [{ BICAMERAL_ELEVATE_USES: "0" }, "a whole number from 1"],
      [
        { BICAMERAL_FUSION: "calibrated" },
        'BICAMERAL_FUSION is "calibrated"; wanted one of rrf, weighted, merge, priority, interleave.',
      ],
      [{ BICAMERAL_LANGUAGE: "Englisch!" }, 'language is "Englisch!"; wanted a name such as'],
      [{ BICAMERAL_LANGUAGE: "english'; --" }, "language is"],
      [{ BICAMERAL_LARGE_MODEL: '{"model":' }, "BICAMERAL_LARGE_MODEL"],
      [{ BICAMERAL_LARGE_MODEL: '{"model":"a/b","pooling":"max"}' }, "pooling"],
    ];
    for (const [environment, message] of bad) {
      expect(() => resolveSettings({}, environment, defaults)).toThrow(message);
    }
  });
});
