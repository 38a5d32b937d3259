import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { SHARED } from "../../testing/references.ts";
import { BGE_LARGE } from "./catalogue.ts";
import { cosine } from "./cosine.ts";
import { packVector, unpackVector } from "./golden.ts";

describe("golden vectors", () => {
  test("unpackVector() reads what packVector() wrote, to half a step", () => {
    const value = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(fc.property(fc.array(value, { maxLength: 400 }), (values) => {
      const read = unpackVector(packVector(values));
      expect(read.length).toBe(values.length);
      for (const [i, value] of values.entries()) {
        expect(Math.abs(read[i]! - value)).toBeLessThan(0.5001 / 32_767);
      }
    }));
  });

  test("packVector() writes little-endian int16 in base64", () => {
    expect(packVector([1, -1, 0])).toBe(btoa("\xff\x7f\x01\x80\x00\x00"));
  });

  test.skipIf(SHARED === null)(
    "BGE-large's golden vectors are those that were published (needs ../shared)",
    () => {
      const published = JSON.parse(
        readFileSync(new URL("data/embedding_refs.json", SHARED!), "utf8"),
      );
      const { texts, BGELargeENV15: sums } = published.fastembed_rs_component_sums;
      const query = published.bge_large_anserini_onnx_query;
      const [first, ...others] = BGE_LARGE.golden.float!;
      expect(first).toMatchObject({ as: "query", text: query.text });
      expect(BGE_LARGE.prompts.query).toBe(query.instruction);
      const record = first!.record as { vector: Float32Array };
      expect(cosine(record.vector, Float32Array.from(query.vector))).toBeGreaterThan(0.999999);
      expect(others.map(({ text, as, record }) => [text, as, record])).toEqual([
        ["hello world", "document", {
          leading: published.fastembed_canonical_first5["BAAI/bge-large-en-v1.5"],
          within: 1e-3,
        }],
        ...texts.map((
          text: string,
          i: number,
        ) => [text, "document", { sum: sums[i], within: 1e-2 }]),
      ]);
    },
  );
});
