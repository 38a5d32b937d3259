import { describe, expect, test } from "bun:test";
import { toGoldenLine } from "./golden_lines.ts";

const [A, B] = ["01a22e4e-2d51-7203-a892-019f1c5e178c", "01a22e4e-2d51-7203-a892-019f1c5e178d"];

describe("toGoldenLine()", () => {
  test("toGoldenLine() takes ids, grades by id, and metadata", () => {
    const of = (relevant: unknown) => toGoldenLine(1, { query: "When?", relevant }).relevant;
    expect(of([A, B.toUpperCase()])).toEqual([
      { grade: 1, memory: { id: A } },
      { grade: 1, memory: { id: B } },
    ]);
    expect(of({ [A]: 2, [B]: 0 })).toEqual([
      { grade: 2, memory: { id: A } },
      { grade: 0, memory: { id: B } },
    ]);
    expect(of([{ metadata: { turn: "s04:22" } }, { id: A, grade: 0.5 }])).toEqual([
      { grade: 1, memory: { metadata: { turn: "s04:22" } } },
      { grade: 0.5, memory: { id: A } },
    ]);
  });

  test("toGoldenLine() knows where to ask, and leaves the user's metadata alone", () => {
    const line = { query: "When?", relevant: [A], namespace: "travel", metadata: { kind: 1 } };
    expect(toGoldenLine(7, line)).toMatchObject({ number: 7, query: "When?", namespace: "travel" });
    expect(toGoldenLine(7, { ...line, namespace: null }).namespace).toBeNull();
  });

  for (
    const [name, value, message] of [
      ["an array", [A], "not a JSON object"],
      ["a field that nobody knows", { query: "x", relevnat: [A] }, "Did you mean relevant?"],
      ["a blank query", { query: " ", relevant: [A] }, "query must be a string"],
      ["no answer", { query: "x" }, "relevant must be an array"],
      ["an empty answer", { query: "x", relevant: [] }, "nothing could answer it"],
      ["grades of 0 alone", { query: "x", relevant: { [A]: 0 } }, "nothing could answer it"],
      ["what is no id", { query: "x", relevant: ["s04:22"] }, "An id must be a UUID"],
      ["a number for an answer", { query: "x", relevant: [7] }, "relevant must be an array"],
      ["both id and metadata", {
        query: "x",
        relevant: [{ id: A, metadata: { a: 1 } }],
      }, "relevant must be an array"],
      ["metadata that all have", { query: "x", relevant: [{ metadata: {} }] }, "not empty"],
      ["a grade in words", { query: "x", relevant: { [A]: "good" } }, "a grade must be a number"],
      ["a grade below 0", { query: "x", relevant: { [A]: -1 } }, "a grade must be a number"],
      ["a namespace that is none", { query: "x", relevant: [A], namespace: "" }, "namespace must"],
    ] as const
  ) {
    test(`toGoldenLine() refuses ${name}`, () => {
      expect(() => toGoldenLine(1, value)).toThrow(message);
    });
  }
});
