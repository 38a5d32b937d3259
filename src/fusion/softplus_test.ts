import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { softplus } from "./softplus.ts";
import { RUNS } from "./strategy_contract.ts";

describe("softplus()", () => {
  test("softplus() is ln(1 + e^z)", () => {
    for (const z of [-5, -1, 0, 0.5, 3]) {
      expect(softplus(z)).toBeCloseTo(Math.log(1 + Math.exp(z)), 12);
    }
  });

  test("softplus() does not overflow", () => {
    expect(softplus(1e6)).toBe(1e6);
    expect(softplus(-1e6)).toBe(0);
  });

  test("softplus() rises with z", () => {
    const z = fc.double({ min: -700, max: 700, noNaN: true });
    fc.assert(
      fc.property(z, (z) => expect(softplus(z + 0.01)).toBeGreaterThan(softplus(z))),
      RUNS,
    );
  });
});
