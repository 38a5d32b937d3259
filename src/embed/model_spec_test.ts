import { describe, expect, test } from "bun:test";
import { checkModelSpec } from "./model_spec.ts";

describe("checkModelSpec()", () => {
  test("checkModelSpec() takes a name, a path, an object, or one in JSON", () => {
    expect(checkModelSpec("large", "bge-large-en-v1.5")).toEqual({ model: "bge-large-en-v1.5" });
    const spec = { model: "./here", pooling: "cls", prompts: { query: "q: " } };
    expect(checkModelSpec("large", spec)).toEqual(spec as never);
    expect(checkModelSpec("BICAMERAL_LARGE_MODEL", JSON.stringify(spec))).toEqual(spec as never);
  });

  test("checkModelSpec() refuses by name what is no model", () => {
    for (
      const [given, message] of [
        ["", "LARGE wants a text for model"],
        ["{", "LARGE is no JSON"],
        [5, "LARGE is no model"],
        [{}, "LARGE wants a text for model"],
        [{ model: "x", revision: "" }, "LARGE wants a text for revision"],
        [{ model: "x", dtype: "q4" }, 'LARGE has a dtype of "q4"; wanted one of fp32, fp16, int8'],
        [{ model: "x", pooling: "max" }, 'LARGE has a pooling of "max"'],
        [{ model: "x", prompt: "" }, 'LARGE has an unknown key "prompt"'],
        [{ model: "x", prompts: { query: 1 } }, "LARGE has prompts"],
        [{ model: "x", prompts: { passage: "" } }, "LARGE has prompts"],
        [{ model: "x", prompts: "" }, "LARGE has prompts"],
      ] as const
    ) {
      expect(() => checkModelSpec("LARGE", given)).toThrow(
        expect.objectContaining({
          code: "INVALID_CONFIG",
          message: expect.stringContaining(message),
        }),
      );
    }
  });
});
