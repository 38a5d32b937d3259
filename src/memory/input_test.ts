import { describe, expect, test } from "bun:test";
import { identityOf, MINILM } from "../embed/catalogue.ts";
import { defineSpace, SMALL } from "../spaces/space.ts";
import { checkTime } from "./checks.ts";
import { checkMemory } from "./input.ts";
import type { NewMemory } from "./types.ts";

const space = await defineSpace(SMALL, identityOf(MINILM, "int8"), "{text}");

function check(memory: Partial<NewMemory>) {
  return checkMemory({ text: "x", ...memory }, {
    namespace: "n",
    maxTextBytes: 100,
    spaces: [space],
  });
}

describe("checkTime()", () => {
  for (
    const [given, wanted] of [
      ["2025-09-03T18:04:00Z", "2025-09-03T18:04:00.000Z"],
      ["2025-09-03T18:04:00+02:00", "2025-09-03T16:04:00.000Z"],
      ["2025-09-03T18:04:00.678", "2025-09-03T18:04:00.678Z"],
      ["2025-09-03 18:04", "2025-09-03T18:04:00.000Z"],
      ["2025-09-03", "2025-09-03T00:00:00.000Z"],
      ["0001-01-01", "0001-01-01T00:00:00.000Z"],
    ] as const
  ) {
    test(`checkTime() takes ${given}, in UTC where no zone is said`, () => {
      expect(checkTime("at", given).toISOString()).toBe(wanted);
    });
  }

  test("checkTime() refuses what is no ISO 8601, though Date would read it by the machine", () => {
    for (
      const value of [
        "yesterday",
        "May 8 2023",
        "-000044-03-15",
        "1",
        "",
        "2025-13-01",
        5,
        null,
        new Date(NaN),
      ]
    ) {
      expect(() => checkTime("at", value)).toThrow("at must be a Date or a time in ISO 8601");
    }
  });
});

describe("checkMemory()", () => {
  test("checkMemory() keeps vectors of the store's own spaces, and leaves others to be made", () => {
    const vector = new Float32Array(384).fill(1);
    expect(check({ vectors: { [space.id]: vector } }).vectors.get(space.id)).toHaveLength(384);
    expect(check({ vectors: { another: [1, 2] } }).vectors.size).toBe(0);
    expect(() => check({ vectors: { [space.id]: [1, 2] } })).toThrow("2 dimensions");
    expect(() => check({ vectors: vector as never })).toThrow("vector by space id");
  });

  test("checkMemory() takes a document and a part together or not at all", () => {
    const documentId = "01a22e4e-2d51-8203-a892-019f1c5e178c";
    expect(check({ documentId, part: 3 })).toMatchObject({ documentId, part: 3 });
    expect(check({})).toMatchObject({ documentId: null, part: null });
    expect(() => check({ documentId })).toThrow("documentId and part");
    expect(() => check({ part: 0 })).toThrow("documentId and part");
    expect(() => check({ documentId, part: -1 })).toThrow("part must be");
  });
});
