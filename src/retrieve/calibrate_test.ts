import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { calibrated, MIN_SAMPLE, momentsOf } from "./calibrate.ts";

const softplus = (z: number) => Math.log(1 + Math.exp(z));

describe("momentsOf()", () => {
  test("momentsOf() are the mean and deviation of the cosines with a sample", () => {
    const query = Float32Array.of(1, 0);
    const cosines = Array.from({ length: 40 }, (_, i) => i / 40);
    const sample = Float32Array.from(cosines.flatMap((x) => [x, Math.sqrt(1 - x * x)]));
    const mean = cosines.reduce((sum, x) => sum + x, 0) / 40;
    const variance = cosines.reduce((sum, x) => sum + (x - mean) ** 2, 0) / 40;
    const moments = momentsOf(query, sample);
    expect(moments?.mean).toBeCloseTo(mean, 6);
    expect(moments?.deviation).toBeCloseTo(Math.sqrt(variance), 6);
  });

  test("momentsOf() says nothing of few vectors, or of vectors that are all alike", () => {
    const query = Float32Array.of(1, 0);
    const few = new Float32Array(2 * (MIN_SAMPLE - 1)).map((_, i) => Math.sin(i));
    expect(momentsOf(query, few)).toBe(null);
    expect(momentsOf(query, new Float32Array())).toBe(null);
    expect(momentsOf(query, new Float32Array(2 * MIN_SAMPLE).fill(Math.SQRT1_2))).toBe(null);
  });
});

describe("calibrated()", () => {
  const small = { mean: 0.1, deviation: 0.1 };
  const large = { mean: 0.6, deviation: 0.05 };

  test("calibrated() gives a memory the mean of its calibrated scores", () => {
    // z: (0.4 − 0.1) / 0.1 = 3, (0.8 − 0.6) / 0.05 = 4.
    const { score, parts } = calibrated([0.4, 0.8], [small, large]);
    expect(score).toBeCloseTo(softplus(3.5), 10);
    const whole = softplus(3) + softplus(4);
    expect(parts[0]).toBeCloseTo(score * softplus(3) / whole, 10);
    expect(parts[1]).toBeCloseTo(score * softplus(4) / whole, 10);
    expect(calibrated([0.4, null], [small, large]).score).toBeCloseTo(softplus(3), 10);
  });

  test("calibrated() leaves a space without moments aside, unless it alone holds the memory", () => {
    expect(calibrated([0.4, 0.99], [small, null]).score).toBeCloseTo(softplus(3), 10);
    expect(calibrated([0.4, 0.8], [null, large]).score).toBeCloseTo(softplus(4), 10);
    expect(calibrated([null, 0.4], [small, null]).score).toBeCloseTo(softplus(3), 10);
    expect(calibrated([0.4, null], [null, null]).score).toBeCloseTo(softplus(4), 10);
  });

  test("calibrated() is above zero and finite, and grows with each cosine", () => {
    const cosine = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        cosine,
        cosine,
        fc.double({ min: 0.001, max: 0.5, noNaN: true }),
        (a, b, step) => {
          const { score, parts } = calibrated([a, b], [small, large]);
          expect(score).toBeGreaterThan(0);
          expect(Number.isFinite(score)).toBe(true);
          expect(parts[0]! + parts[1]!).toBeCloseTo(score, 12);
          expect(calibrated([a + step, b + step], [small, large]).score).toBeGreaterThan(
            score,
          );
        },
      ),
      { numRuns: 1000 },
    );
  });
});
