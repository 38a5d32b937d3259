import { expect, test } from "bun:test";
import { countWins } from "./wins.ts";

test("countWins() counts queries by who answers better; rounding is a tie", () => {
  expect(countWins([1, 0.5, 0, 0.1 + 0.2], [0.5, 0.5, 1, 0.3])).toEqual({
    wins: 1,
    ties: 2,
    losses: 1,
  });
  expect(countWins([2e-9, 0], [0, 0.9e-9])).toEqual({ wins: 1, ties: 1, losses: 0 });
  expect(countWins([], [])).toEqual({ wins: 0, ties: 0, losses: 0 });
});

test("countWins() refuses what can't be paired", () => {
  expect(() => countWins([1], [])).toThrow("countWins() got 1 and 0 numbers");
  expect(() => countWins([NaN], [1])).toThrow("countWins() got NaN");
});
