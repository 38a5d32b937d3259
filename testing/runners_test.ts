import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";

/** Proves that a test means the same under Bun, Deno and Node: `testing/bun_test.ts`. */

const steps: string[] = [];

beforeAll(async () => {
  await Promise.resolve();
  steps.push("file");
});

// Seen in a run only when it throws: Deno would otherwise leave it out in silence.
afterAll(() => {
  expect(steps.at(-1)).toBe("suite's end");
});

describe("runners", () => {
  beforeAll(() => {
    steps.push("suite");
  });
  beforeEach(() => {
    steps.push("test");
  });
  afterAll(() => {
    steps.push("suite's end");
  });

  test("hooks run in order", () => {
    expect(steps).toEqual(["file", "suite", "test"]);
  });

  test("a timeout is the third argument", async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }, 5000);

  test.each([[1, 2], [3, 4]])("test.each() spreads rows: %d and %d", (a, b) => {
    expect(b - a).toBe(1);
  });

  test.skipIf(false)("test.skipIf() runs where the condition is false", () => {
    expect(steps.filter((step) => step === "test")).toHaveLength(5);
  });

  describe("inner", () => {
    test("suites nest", () => {
      expect(steps[0]).toBe("file");
    });
  });
});
