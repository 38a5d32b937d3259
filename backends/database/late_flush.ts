import { clearTimeout, setTimeout } from "node:timers";

/** Commits wait this long for the log to be written. */
const LATE_MS = 200;

/**
 * Writes the log to the disk, all of it that is not there yet. Changes nothing of a
 * transaction that is under way.
 */
const FLUSH = `select pg_logical_emit_message(false, '', '', true)
  where pg_current_wal_insert_lsn() > pg_current_wal_flush_lsn()`;

/**
 * What a server's log writer does for commits that do not wait for the log. PGlite,
 * a single process, has none: such commits would stay in memory until the next
 * checkpoint, and a kill would lose all of them.
 */
export class LateFlush {
  readonly #run: (sql: string) => Promise<unknown>;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(run: (sql: string) => Promise<unknown>) {
    this.#run = run;
  }

  /** After a statement: sees to it that what it committed is written in time. */
  soon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#run(FLUSH).catch(() => {}); // What went wrong, the next statement tells.
    }, LATE_MS);
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
