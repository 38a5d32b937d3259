import { describe, expect, test } from "bun:test";
import { didYouMean, nearest } from "./nearest.ts";

const COMMANDS = ["add", "search", "status", "feedback", "forget"];

describe("nearest()", () => {
  test("nearest() finds what was mistyped", () => {
    expect(nearest("serach", COMMANDS)).toBe("search");
    expect(nearest("ad", COMMANDS)).toBe("add");
    expect(nearest("stat", COMMANDS)).toBe("status");
    expect(nearest("fedbak", COMMANDS)).toBe("feedback");
  });

  test("nearest() is null where nothing is near", () => {
    expect(nearest("frobnicate", COMMANDS)).toBe(null);
    expect(nearest("x", COMMANDS)).toBe(null);
    expect(didYouMean("frobnicate", COMMANDS)).toBe("");
  });
});
