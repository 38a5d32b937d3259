import { describe, expect, test } from "bun:test";
import type { ExportedMemory } from "../../mod.ts";
import { toLine, toNewMemory } from "./memory_lines.ts";

const exported: ExportedMemory = {
  id: "01a22e4e-2d51-7203-a892-019f1c5e178c",
  namespace: "travel",
  text: "Mira moved to Porto.",
  sourceType: "chat",
  trust: 0.75,
  metadata: { a: 1 },
  peerId: null,
  sessionId: "s1",
  speaker: null,
  occurredAt: new Date("2025-01-02T03:04:05.678Z"),
  documentId: "01a22e4e-2d51-8203-a892-019f1c5e178c",
  part: 1,
  spaces: ["minilm"],
  createdAt: new Date(0),
  updatedAt: new Date(0),
  vectors: { minilm: new Float32Array([1 / 3, -Math.fround(2 / 3), 1e-30]) },
};

describe("toNewMemory()", () => {
  test("toNewMemory() takes back what toLine() gives", () => {
    const line = JSON.parse(JSON.stringify(toLine(exported)));
    const memory = toNewMemory(line);
    expect(memory).toEqual({
      namespace: "travel",
      text: "Mira moved to Porto.",
      sourceType: "chat",
      trust: 0.75,
      metadata: { a: 1 },
      sessionId: "s1",
      occurredAt: "2025-01-02T03:04:05.678Z",
      documentId: "01a22e4e-2d51-8203-a892-019f1c5e178c",
      part: 1,
      vectors: memory.vectors!,
    });
    expect([...memory.vectors!["minilm"]!].map(Math.fround))
      .toEqual([...exported.vectors["minilm"]!]);
  });

  test("toNewMemory() lifts what a BEIR document's metadata say, and keeps the rest", () => {
    expect(toNewMemory({
      _id: "D1:1",
      text: "Hey Mel!",
      metadata: { namespace: "conv-26", speaker: "Caroline", session_id: "s1", order: 0 },
    })).toEqual({
      namespace: "conv-26",
      speaker: "Caroline",
      sessionId: "s1",
      text: "Hey Mel!",
      metadata: { order: 0, _id: "D1:1" },
    });
  });

  test("toNewMemory() keeps a BEIR document's other fields, and refuses metadata that are none", () => {
    expect(toNewMemory({ _id: "1", text: "x", url: "u", metadata: { a: 1 } }).metadata)
      .toEqual({ url: "u", a: 1, _id: "1" });
    expect(() => toNewMemory({ _id: "1", text: "x", metadata: "important" }))
      .toThrow("metadata is not a JSON object");
  });

  test("toNewMemory() puts a BEIR title before a text that does not begin with it", () => {
    const textOf = (title: string, text: string) => toNewMemory({ _id: "1", title, text }).text;
    expect(textOf("Wings", "They lift.")).toBe("Wings\nThey lift.");
    expect(textOf("Wings", "Wings lift.")).toBe("Wings lift.");
    expect(textOf("", "They lift.")).toBe("They lift.");
    expect(textOf("Wings", "")).toBe("Wings");
  });

  test("toNewMemory() refuses what is no object, and fields that nobody knows", () => {
    for (const value of [null, [], "text", 1]) {
      expect(() => toNewMemory(value)).toThrow("not a JSON object");
    }
    expect(() => toNewMemory({ text: "x", sesion_id: "s" })).toThrow("Did you mean session_id?");
    expect(() => toNewMemory(JSON.parse('{"__proto__": {}}'))).toThrow("unknown field");
  });
});
