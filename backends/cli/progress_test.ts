import { describe, expect, test } from "bun:test";
import { progressBar } from "./progress.ts";

/** A bar on a stream that keeps what is written, with a clock that the test winds. */
function setUp({ total, isTTY = false, columns }: {
  total?: number;
  isTTY?: boolean;
  columns?: number;
}) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const bar = progressBar({
    label: "Importing",
    total,
    stream: { isTTY, columns, write: (text) => written.push(text) },
    now: () => clock.ms,
  });
  return { bar, written, clock };
}

describe("progressBar()", () => {
  test("progressBar() writes a line every 10% where there is no terminal", () => {
    const { bar, written, clock } = setUp({ total: 2000 });
    for (let done = 50; done <= 2000; done += 50) {
      clock.ms += 500;
      bar.update(done);
    }
    bar.end();
    expect(written).toHaveLength(10);
    expect(written[0]).toBe("Importing: 10%, 200/2,000, 100/s, 18 s left\n");
    expect(written[9]).toBe("Importing: 100%, 2,000/2,000, 100/s, 20 s\n");
  });

  test("progressBar() writes a line every 5 s where the total is unknown", () => {
    const { bar, written, clock } = setUp({});
    for (let done = 1; done <= 11; done++) {
      bar.update(done);
      clock.ms += 1000;
    }
    bar.end();
    expect(written.map((line) => line.split(",")[0]?.trimEnd())).toEqual([
      "Importing: 1",
      "Importing: 6",
      "Importing: 11",
      "Importing: 11",
    ]);
  });

  test("progressBar() learns the total later, and shows where it was stopped", () => {
    const { bar, written } = setUp({});
    bar.update(5, 10);
    bar.end();
    expect(written.at(-1)).toBe("Importing: 50%, 5/10, 0 s\n");
  });

  test("progressBar() is silent in a log when nothing was done", () => {
    const { bar, written } = setUp({ total: 0 });
    bar.end();
    expect(written).toEqual([]);
  });

  test("progressBar() draws over its line on a terminal, at most ten times a second", () => {
    const { bar, written, clock } = setUp({ total: 100, isTTY: true });
    for (let done = 1; done <= 100; done++) {
      clock.ms += 10;
      bar.update(done);
    }
    bar.end();
    expect(written).toHaveLength(11);
    for (const text of written) expect(text.startsWith("\r")).toBe(true);
    expect(written[5]).toBe(
      `\rImporting  ${"█".repeat(12)}${"░".repeat(12)}  50%  50/100  100/s  1 s left\x1b[K`,
    );
    expect(written[10]).toBe(`\rImporting  ${"█".repeat(24)}  100%  100/100  100/s  1 s\x1b[K\n`);
  });

  test("progressBar() fits a narrow terminal", () => {
    const { bar, written } = setUp({ total: 100, isTTY: true, columns: 20 });
    bar.update(50);
    bar.end();
    expect(written.at(-1)).toBe("\rImporting  50%  50/\x1b[K\n");
  });

  test("progressBar() takes the time left from the pace of late", () => {
    const { bar, written, clock } = setUp({ total: 2000 });
    // The first half was there already and is skipped in no time.
    clock.ms = 100;
    bar.update(1000);
    while (clock.ms < 60_000) {
      clock.ms += 1000;
      bar.update(1000 + Math.floor(clock.ms / 200));
    }
    expect(written.at(-1)).toMatch(/^Importing: 60%, 1,200\/2,000, 5\/s, 2 min 40 s left/);
  });
});
