import type { Engine } from "./engine.ts";
import type { Chore } from "./background.ts";
import { healPage, type RowKey } from "./reembed.ts";

/** Loads the model before somebody waits for it; a failure shows where it is needed. */
export class WarmUp implements Chore {
  readonly #engine: Engine;
  #done = false;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  run(): Promise<null> {
    // Not awaited: other chores, and the store's closing, need not wait for it.
    if (!this.#done) this.#engine.embedder.load().catch(() => {});
    this.#done = true;
    return Promise.resolve(null);
  }
}

/** Embeds memories that were kept without a vector; waits longer after each failure. */
export class Healing implements Chore {
  readonly #engine: Engine;
  /** Where to go on: some memories may fail for good, and must not keep others waiting. */
  #after: RowKey | null = null;
  #healed = 0;
  #waitMs = 0;
  #dueAt = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async run(signal: AbortSignal): Promise<number | null> {
    const early = this.#dueAt - performance.now();
    if (early > 0) return early;
    const { healed, last } = await healPage(this.#engine, this.#after, HEAL_PAGE, signal);
    this.#healed += healed;
    const first = this.#after === null;
    this.#after = last;
    if (last !== null) return 0;
    // Once round. Nothing was left at all, or what is left waits for another try.
    if (first) {
      this.#waitMs = 0;
      return null;
    }
    this.#waitMs = this.#healed > 0
      ? 0
      : Math.min(Math.max(1000, this.#waitMs * 2), MAX_HEAL_WAIT_MS);
    this.#healed = 0;
    this.#dueAt = performance.now() + this.#waitMs;
    return this.#waitMs;
  }
}

const HEAL_PAGE = 32;
const MAX_HEAL_WAIT_MS = 60_000;

/**
 * Lets the codes of large namespaces enter the graph, a few at a time: no slice
 * holds the database for much longer than 20 ms, and until a row is in the graph
 * it is found by a scan.
 */
export class IndexGrowth implements Chore {
  readonly #engine: Engine;
  /** Codes written since the last look; a store just opened is looked at once. */
  #written = Number.POSITIVE_INFINITY;
  #targets: Target[] = [];
  #slice = 16;
  /** Rows of the first target that entered the graph. */
  #grown = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Rows were added or got vectors. */
  notice(rows: number): void {
    this.#written += rows;
  }

  async run(): Promise<number | null> {
    if (this.#targets.length === 0 && this.#written >= MIN_TAIL) {
      this.#written = 0;
      this.#targets = await growing(this.#engine);
    }
    const target = this.#targets[0];
    if (target === undefined) return null;
    const started = performance.now();
    const [row] = await this.#engine.database.query<{ count: number }>(
      `with grown as (
         update bicameral.memories_codes set indexed = true
         where (namespace, id) in (
           select namespace, id from bicameral.memories_codes
           where not indexed and namespace = $1 and space_id = $2 limit $3)
         returning 1)
       select count(*)::int as count from grown`,
      [target.namespace, target.space_id, this.#slice],
    );
    const elapsed = performance.now() - started;
    const count = row?.count ?? 0;
    this.#grown += count;
    if (count < this.#slice) {
      this.#targets.shift();
      if (this.#grown >= target.size * STALE_SHARE) await this.#analyze();
      this.#grown = 0;
    }
    this.#slice = Math.min(64, Math.max(4, Math.round(this.#slice * SLICE_MS / elapsed)));
    return 0;
  }

  /** Statistics from before say that most rows wait: every search would look through all of them. */
  #analyze(): Promise<void> {
    return this.#engine.database.maintain(
      "analyze bicameral.memories_codes (namespace, space_id, indexed)",
    );
  }
}

/** The rows of one namespace and space, some of which wait. */
interface Target {
  readonly namespace: string;
  readonly space_id: string;
  readonly size: number;
}

const SLICE_MS = 20;
/** When this share of a namespace has moved, statistics are stale. */
const STALE_SHARE = 0.2;
/** A tail this short is scanned faster than it is worth indexing. */
const MIN_TAIL = 500;

/** Namespaces beyond the exact size with a tail worth indexing. */
async function growing(engine: Engine): Promise<Target[]> {
  return await engine.database.query(
    `select namespace, space_id, count(*)::int as size from bicameral.memories_codes
     group by namespace, space_id
     having count(*) > $1 and count(*) filter (where not indexed) >= least($2, $1)`,
    [engine.exactBelow, MIN_TAIL],
  );
}

/** What autovacuum does on a server: statistics after bulk changes, dead rows removed when idle. */
export class Housekeeping implements Chore {
  readonly #engine: Engine;
  #sinceAnalyze = 0;
  #dead = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  notice(rows: number, kind: "added" | "changed"): void {
    this.#sinceAnalyze += rows;
    if (kind === "changed") this.#dead += rows;
  }

  async run(): Promise<number | null> {
    const { database } = this.#engine;
    if (this.#dead < VACUUM_AFTER) {
      await this.analyzeIfDue();
      return null;
    }
    this.#sinceAnalyze = this.#dead = 0;
    await database.maintain("vacuum analyze bicameral.memories");
    // Taking 2,000 dead rows out of a graph of 10,000 holds PGlite for 19 s. They may
    // stay in: a scan passes over them, and one that comes back short is made exact.
    await database.maintain("vacuum (analyze, index_cleanup off) bicameral.memories_codes");
    return null;
  }

  /** A store that is only ever opened for a moment needs its statistics too: also called at its closing. */
  async analyzeIfDue(): Promise<void> {
    if (this.#sinceAnalyze < ANALYZE_AFTER) return;
    this.#sinceAnalyze = 0;
    await this.#engine.database.maintain("analyze bicameral.memories, bicameral.memories_codes");
  }
}

const ANALYZE_AFTER = 1000;
const VACUUM_AFTER = 2000;
