import process from "node:process";

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
  let shown: { done: number; at: number } | null = null;

  function show(ended: boolean): void {
    const at = now();
    shown = { done, at };
    const text = describe({ done, total, ended }, pace, at);
    if (!live) stream.write(`${label}: ${text.join(", ")}\n`);
    else {stream.write(
        `\r${draw(label, text, done, total, stream.columns)}\x1b[K${ended ? "\n" : ""}`,
      );}
  }

  function isDue(): boolean {
    if (shown === null) return live || total === undefined || percent(done, total) >= STEP_PERCENT;
    if (live) return now() - shown.at >= REDRAW_MS;
    if (total === undefined) return now() - shown.at >= STEP_MS;
    const step = (count: number) => Math.floor(percent(count, total as number) / STEP_PERCENT);
    return step(done) > step(shown.done);
  }

  return {
    update(nowDone, nowTotal = total) {
      [done, total] = [nowDone, nowTotal];
      pace.note(done, now());
      // The last step is left to end().
      if (done !== total && isDue()) show(false);
    },
    end() {
      if (done > 0 || shown !== null) show(true);
    },
  };
}

interface State {
  readonly done: number;
  readonly total: number | undefined;
  readonly ended: boolean;
}

/** Percent, count, rate and time: that left while it runs, that taken at the end. */
function describe({ done, total, ended }: State, pace: Pace, at: number): string[] {
  const rate = ended ? pace.overall(at) : pace.recent();
  const seconds = ended
    ? pace.elapsedMs(at) / 1000
    : total === undefined
    ? null
    : (total - done) / rate;
  return [
    ...(total === undefined ? [] : [`${percent(done, total)}%`]),
    total === undefined ? count(done) : `${count(done)}/${count(total)}`,
    ...(rate > 0 ? [`${count(rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate))}/s`] : []),
    ...(seconds === null || !Number.isFinite(seconds)
      ? []
      : [ended ? duration(seconds) : `${duration(seconds)} left`]),
  ];
}

const BAR_WIDTH = 24;

function draw(
  label: string,
  text: readonly string[],
  done: number,
  total: number | undefined,
  columns: number = 80,
): string {
  const filled = total === undefined ? 0 : Math.floor(percent(done, total) / 100 * BAR_WIDTH);
  const bar = total === undefined ? [] : ["█".repeat(filled) + "░".repeat(BAR_WIDTH - filled)];
  const whole = [label, ...bar, ...text].join("  ");
  // A line that wraps can't be drawn over.
  return whole.length < columns ? whole : [label, ...text].join("  ").slice(0, columns - 1);
}

/** How fast it goes: of late, since what was done before may be skipped in no time, and overall. */
class Pace {
  static readonly #WINDOW_MS = 10_000;
  readonly #start: number;
  readonly #notes: { done: number; at: number }[];

  constructor(start: number) {
    this.#start = start;
    this.#notes = [{ done: 0, at: start }];
  }

  note(done: number, at: number): void {
    const notes = this.#notes;
    notes.push({ done, at });
    while (notes.length > 2 && at - notes[1]!.at >= Pace.#WINDOW_MS) notes.shift();
  }

  /** A second, within the last ten. */
  recent(): number {
    const [first, last] = [this.#notes[0]!, this.#notes.at(-1)!];
    return last.at > first.at ? (last.done - first.done) / (last.at - first.at) * 1000 : 0;
  }

  /** A second, from the start. */
  overall(at: number): number {
    const elapsed = this.elapsedMs(at);
    return elapsed > 0 ? this.#notes.at(-1)!.done / elapsed * 1000 : 0;
  }

  elapsedMs(at: number): number {
    return at - this.#start;
  }
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
