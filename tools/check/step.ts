import type { TestReport } from "./junit.ts";

/** One step of the check. */
export interface Step {
  readonly name: string;
  /** What it does, for `--help`. */
  readonly about: string;
  /** What to do when it fails. */
  readonly remedy: string;
  run(context: Context): Promise<Outcome>;
}

/** What the steps share. */
export interface Context {
  /** A directory for reports and the packed package, removed at the end. */
  readonly scratch: string;
  /** Run the long forms of tests as well. */
  readonly full: boolean;
}

/** How a step ended. */
export interface Outcome {
  readonly ok: boolean;
  /** Shown when the step failed. */
  readonly output: string;
  /** Shown in any case: a size, a warning. */
  readonly notes?: readonly string[];
  readonly tests?: TestReport;
}
