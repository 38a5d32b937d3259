import { describe, expect, test } from "bun:test";
import { BicameralError } from "../../src/errors.ts";
import { EXIT, exitCodeOf, isBrokenPipe, UsageError } from "./failure.ts";

describe("exitCodeOf()", () => {
  test("exitCodeOf() tells scripts what went wrong", () => {
    expect(exitCodeOf(new UsageError("x"))).toBe(EXIT.usage);
    expect(exitCodeOf(new BicameralError("INVALID_INPUT", "x"))).toBe(EXIT.usage);
    expect(exitCodeOf(new BicameralError("INVALID_CONFIG", "x"))).toBe(EXIT.usage);
    expect(exitCodeOf(new BicameralError("NOT_FOUND", "x"))).toBe(EXIT.notFound);
    expect(exitCodeOf(new BicameralError("STORE_LOCKED", "x"))).toBe(EXIT.locked);
    expect(exitCodeOf(new BicameralError("STORE_FULL", "x"))).toBe(EXIT.failed);
    expect(exitCodeOf(new TypeError("x"))).toBe(EXIT.failed);
    expect(exitCodeOf(null)).toBe(EXIT.failed);
  });
});

describe("isBrokenPipe()", () => {
  test("isBrokenPipe() knows EPIPE from all else", () => {
    expect(isBrokenPipe(Object.assign(new Error("x"), { code: "EPIPE" }))).toBe(true);
    expect(isBrokenPipe(new Error("x"))).toBe(false);
    expect(isBrokenPipe(null)).toBe(false);
  });
});
