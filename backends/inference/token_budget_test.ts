import { describe, expect, test } from "bun:test";
import { TokenBudget } from "./token_budget.ts";

describe("TokenBudget", () => {
  test("TokenBudget allows fewer rows the longer they are, and one at least", () => {
    const budget = new TokenBudget();
    expect([16, 512, 5000].map((tokens) => budget.rows(tokens))).toEqual([64, 2, 1]);
  });

  test("TokenBudget doubles while runs that fill it are quick, and shrinks when they are slow", () => {
    const budget = new TokenBudget();
    budget.ran(1024, 20);
    expect(budget.rows(1)).toBe(2048);
    budget.ran(100, 1);
    expect(budget.rows(1)).toBe(2048);
    budget.ran(2048, 500);
    expect(budget.rows(1)).toBe(2048);
    budget.ran(2000, 3000);
    expect(budget.rows(1)).toBe(1000);
  });

  test("TokenBudget never again reaches what ran out of memory", () => {
    const budget = new TokenBudget();
    budget.ranOut(1000);
    for (let i = 0; i < 20; i++) budget.ran(budget.rows(1), 1);
    expect(budget.rows(1)).toBe(500);
  });

  test("TokenBudget stays below what any device is quick with", () => {
    const budget = new TokenBudget();
    for (let i = 0; i < 20; i++) budget.ran(budget.rows(1), 1);
    expect(budget.rows(1)).toBe(65_536);
  });
});
