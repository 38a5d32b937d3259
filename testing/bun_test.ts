/**
 * `bun:test` for Deno and Node: their own runner with the `expect` package. Has what
 * the tests here use, and makes up for three differences: a timeout is the third
 * argument, tests in a skipped suite are listed one by one, and Deno, which leaves
 * out `after` at the top of a file, has a hook of its own for it.
 */
import * as runner from "node:test";

export { expect } from "expect";

type Body<Row extends readonly unknown[] = []> = (...row: Row) => unknown;

interface Register<Row extends readonly unknown[] = []> {
  (name: string, body: Body<Row>, timeoutMs?: number): void;
}

interface Registry extends Register {
  readonly skip: Register;
  readonly if: (condition: unknown) => Register;
  readonly skipIf: (condition: unknown) => Register;
  readonly each: (rows: readonly unknown[]) => Register<unknown[]>;
}

/** Where the call being made stands: at the top of a file or in a suite, skipped or not. */
interface Scope {
  readonly top: boolean;
  readonly skip: boolean;
}

let scope: Scope = { top: true, skip: false };

export const test: Registry = registry((skip) => (name, body, timeoutMs) => {
  const timeout = timeoutMs === undefined ? {} : { timeout: timeoutMs };
  runner.test(name, { skip: skip || scope.skip, ...timeout }, async () => {
    await body();
  });
});

export const it: Registry = test;

export const describe: Registry = registry((skip) => (name, body) => {
  const inner: Scope = { top: false, skip: skip || scope.skip };
  runner.describe(name, () => {
    const outer = scope;
    scope = inner;
    try {
      body();
    } finally {
      scope = outer;
    }
  });
});

export function beforeAll(body: Body): void {
  if (!scope.skip) runner.before(hook(body));
}

export function beforeEach(body: Body): void {
  if (!scope.skip) runner.beforeEach(hook(body));
}

export function afterEach(body: Body): void {
  if (!scope.skip) runner.afterEach(hook(body));
}

export function afterAll(body: Body): void {
  if (scope.skip) return;
  const { Deno } = globalThis as { Deno?: { test: { afterAll(body: Body): void } } };
  if (scope.top && Deno !== undefined) Deno.test.afterAll(hook(body));
  else runner.after(hook(body));
}

/** A hook that takes nothing: one with a parameter would be waited for as a callback's. */
function hook(body: Body): () => Promise<void> {
  return async () => {
    await body();
  };
}

function registry(register: (skip: boolean) => Register): Registry {
  return Object.assign(register(false), {
    skip: register(true),
    if: (condition: unknown) => register(!condition),
    skipIf: (condition: unknown) => register(Boolean(condition)),
    each: (rows: readonly unknown[]): Register<unknown[]> => (name, body, timeoutMs) => {
      for (const [index, row] of rows.entries()) {
        const values = Array.isArray(row) ? row : [row];
        register(false)(nameOf(name, values, index), () => body(...values), timeoutMs);
      }
    },
  });
}

/** Fills in a name's `%s`, `%d`, `%j`, `%#` and their like with a row's values. */
function nameOf(template: string, values: readonly unknown[], index: number): string {
  let next = 0;
  return template.replace(/%([sdifjop#%])/g, (_, kind) => {
    if (kind === "%") return "%";
    if (kind === "#") return String(index);
    const value = values[next++];
    return "jop".includes(kind) ? JSON.stringify(value) : String(value);
  });
}
