import { expect, test } from "bun:test";
import { cosine } from "../measure/statistics.ts";
import { LargeVectors } from "./large_vectors.ts";

test("LargeVectors gives the same for the same place, of unit length", () => {
  const [first, again, other] = [7, 7, 8].map((i) => new LargeVectors().at(i));
  expect(first).toEqual(again as Float32Array);
  expect(first).not.toEqual(other as Float32Array);
  expect(Math.hypot(...first as Float32Array)).toBeCloseTo(1, 5);
});

test("LargeVectors.near() is near its memory's vector, and far from others", () => {
  const vectors = new LargeVectors();
  const query = vectors.near(7);
  // 0.86, ± four times its deviation over queries of 1024 dimensions.
  expect(Math.abs(cosine(query, vectors.at(7)) - 0.86)).toBeLessThan(0.03);
  expect(Math.abs(cosine(query, vectors.at(8)))).toBeLessThan(0.16);
});
