import type { Chore } from "../background.ts";
import type { SpaceTable } from "../../spaces/space.ts";
import type { Engine, Written } from "../engine.ts";

/**
 * Lets the codes of one space's large namespaces enter the graph, a few at a time: no slice
 * holds the database for much longer than 20 ms, and until a row is in the graph
 * it is found by a scan.
 */
export class IndexGrowth implements Chore {
  readonly #engine: Engine;
  readonly #codes: string;
  /** Codes written since the last look; a store just opened is looked at once. */
  #written = Number.POSITIVE_INFINITY;
  #targets: Target[] = [];
  #slice = 16;
  /** Rows of the first target that entered the graph. */
  #grown = 0;

  constructor(engine: Engine, table: SpaceTable) {
    this.#engine = engine;
    this.#codes = `bicameral.${table.name}_codes`;
  }

  /** Rows were added or got vectors. */
  notice({ rows }: Written): void {
    this.#written += rows;
  }

  async run(): Promise<number | null> {
    if (this.#targets.length === 0 && this.#written >= MIN_TAIL) {
      this.#written = 0;
      this.#targets = await growing(this.#engine, this.#codes);
    }
    const target = this.#targets[0];
    if (target === undefined) return null;
    const started = performance.now();
    const [row] = await this.#engine.database.query<{ count: number }>(
      `with grown as (
         update ${this.#codes} set indexed = true
         where (namespace, id) in (
           select namespace, id from ${this.#codes}
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
      `analyze ${this.#codes} (namespace, space_id, indexed)`,
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
async function growing(engine: Engine, codes: string): Promise<Target[]> {
  return await engine.database.query(
    `select namespace, space_id, count(*)::int as size from ${codes}
     group by namespace, space_id
     having count(*) > $1 and count(*) filter (where not indexed) >= least($2, $1)`,
    [engine.exactBelow, MIN_TAIL],
  );
}
