import process from "node:process";
import { Pace } from "./pace.ts";

/** What a progress bar writes to: `process.stderr`, for one. */
export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** How a progress bar is made. */
export interface ProgressOptions {
  /** What is going on: `Importing`. */
  readonly label: string;
  /** How many there are to do, where that is known. */
  readonly total?: number | undefined;
  /** Default: standard error. */
  readonly stream?: ProgressStream;
  /** Milliseconds; for tests. */
  readonly now?: () => number;
}

/** Shows how far something has come. */
export interface ProgressBar {
  /** `done` of all are done, or of `total` where it became known only now. */
  update(done: number, total?: number): void;
  /** Leaves the last state on the screen. */
  end(): void;
}

/** A live bar is drawn at most this often. */
const REDRAW_MS = 100;
/** A plain line is written every so many percent, or milliseconds where the total is unknown. */
const STEP_PERCENT = 10;
const STEP_MS = 5000;

/**
 * A live bar on a terminal; elsewhere, in a log, a line every 10%.
 *
 * @example
 * ```ts
 * import { progressBar } from "./progress.ts";
 *
 * const bar = progressBar({ label: "Importing", total: 3 });
 * for (let done = 1; done <= 3; done++) bar.update(done);
 * bar.end(); // Importing: 100%, 3/3, 1,500/s, 0 s
 * ```
 */
export function progressBar(options: ProgressOptions): ProgressBar {
  const { label, stream = process.stderr, now = () => performance.now() } = options;
  const live = stream.isTTY === true;
  const pace = new Pace(now());
  let { total } = options;
  let done = 0;
  let shown = { done: 0, at: live || total !== undefined ? now() : -Infinity };

  function show(facts: readonly string[], ending: string): void {
    shown = { done, at: now() };
    stream.write(
      live
        ? `\r${fit(label, done, total, facts, stream.columns)}\x1b[K${ending}`
        : `${label}: ${facts.join(", ")}\n`,
    );
  }

  function isDue(): boolean {
    if (live) return now() - shown.at >= REDRAW_MS;
    if (total === undefined) return now() - shown.at >= STEP_MS;
    const step = (count: number) => Math.floor(percent(count, total as number) / STEP_PERCENT);
    return step(done) > step(shown.done);
  }

  if (live) show([], "");

  return {
    update(nowDone, nowTotal = total) {
      [done, total] = [nowDone, nowTotal];
      pace.note(done, now());
      // The last step is left to end().
      if (done !== total && isDue()) show(progressFacts(done, total, pace), "");
    },
    end() {
      if (done > 0 || live) show(finalFacts(done, total, pace, now()), "\n");
    },
  };
}

function progressFacts(done: number, total: number | undefined, pace: Pace): string[] {
  const left = total === undefined ? Infinity : (total - done) / pace.recent;
  return [
    ...countFacts(done, total),
    ...rateFacts(pace.recent),
    ...(Number.isFinite(left) ? [`${duration(left)} left`] : []),
  ];
}

function finalFacts(done: number, total: number | undefined, pace: Pace, at: number): string[] {
  return [
    ...countFacts(done, total),
    ...rateFacts(pace.overall(at)),
    duration(pace.elapsedMs(at) / 1000),
  ];
}

function countFacts(done: number, total: number | undefined): string[] {
  if (total === undefined) return [count(done)];
  return [`${percent(done, total)}%`, `${count(done)}/${count(total)}`];
}

function rateFacts(rate: number): string[] {
  if (rate === 0) return [];
  return [`${count(rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate))}/s`];
}

const BAR_WIDTH = 24;

/** A line with a bar where there is room for one; a line that wraps can't be drawn over. */
function fit(
  label: string,
  done: number,
  total: number | undefined,
  facts: readonly string[],
  columns: number = 80,
): string {
  const filled = total === undefined ? 0 : Math.floor(percent(done, total) / 100 * BAR_WIDTH);
  const bar = total === undefined ? [] : ["█".repeat(filled) + "░".repeat(BAR_WIDTH - filled)];
  const whole = [label, ...bar, ...facts].join("  ");
  return whole.length < columns ? whole : [label, ...facts].join("  ").slice(0, columns - 1);
}

function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor(done / total * 100));
}

function count(value: number): string {
  return value.toLocaleString("en");
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
