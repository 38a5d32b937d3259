import type { Chore } from "../background.ts";
import type { Engine, Written } from "../engine.ts";

/** What autovacuum does on a server: statistics after bulk changes, dead rows removed when idle. */
export class Housekeeping implements Chore {
  readonly #engine: Engine;
  #sinceAnalyze = 0;
  #dead = 0;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  notice({ rows, kind }: Written): void {
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
    await database.maintain("vacuum analyze bicameral.memories, bicameral.memories_1024");
    // Taking 2,000 dead rows out of a graph of 10,000 holds PGlite for 19 s. They may
    // stay in: a scan passes over them, and one that comes back short is made exact.
    await database.maintain(
      "vacuum (analyze, index_cleanup off) bicameral.memories_codes, bicameral.memories_1024_codes",
    );
    return null;
  }

  /** A store that is only ever opened for a moment needs its statistics too: also called at its closing. */
  async analyzeIfDue(): Promise<void> {
    if (this.#sinceAnalyze < ANALYZE_AFTER) return;
    this.#sinceAnalyze = 0;
    await this.#engine.database.maintain(`analyze bicameral.memories, bicameral.memories_codes,
      bicameral.memories_1024, bicameral.memories_1024_codes`);
  }
}

const ANALYZE_AFTER = 1000;
const VACUUM_AFTER = 2000;
