import { describe, expect, test } from "bun:test";
import { run } from "./run.ts";

describe("run", () => {
  test("run() keeps what a command writes to either stream", async () => {
    expect(await run(["sh", "-c", "echo a; echo b >&2"])).toEqual({
      ok: true,
      output: expect.stringMatching(/^(a\nb|b\na)\n$/),
    });
  });

  test("run() tells a command that fails and one that can't be started", async () => {
    expect((await run(["sh", "-c", "exit 3"])).ok).toBe(false);
    expect(await run(["no-such-program"])).toEqual({
      ok: false,
      output: expect.stringContaining("Could not start no-such-program"),
    });
  });

  test("run() gives a command nothing to read", async () => {
    expect(await run(["cat"])).toEqual({ ok: true, output: "" });
  });

  test("run() ends a command that hangs, and what one leaves behind", async () => {
    const hung = await run(["sh", "-c", "echo a; sleep 60 & sleep 60"], { timeoutMs: 200 });
    expect(hung).toEqual({
      ok: false,
      output: expect.stringContaining("Not finished after 0.2 s"),
    });
    expect(await run(["sh", "-c", "sleep 60 & echo b"])).toEqual({ ok: true, output: "b\n" });
  });
});
