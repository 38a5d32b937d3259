import type { Chore } from "../background.ts";
import { elevatePage } from "../elevate_page.ts";
import type { Engine } from "../engine.ts";

/** What is elevated by itself: either is enough; null for never. */
export interface ElevationPolicy {
  /** Trust from which on. */
  readonly trust: number | null;
  /** Feedback `used`, as often as this. */
  readonly uses: number | null;
}

/** Elevates what proved itself, a few memories at a time behind the calls of users. */
export class AutoElevation implements Chore {
  readonly #engine: Engine;
  readonly #policy: ElevationPolicy;
  /** Whether any may be due; a store just opened is looked at once. */
  #wanted: boolean;
  /** What the model failed on: passed over, lest it keep others waiting. */
  readonly #failed = new Set<string>();

  constructor(engine: Engine, policy: ElevationPolicy) {
    this.#engine = engine;
    this.#policy = policy;
    const { elevation } = engine;
    this.#wanted = elevation && (policy.trust !== null || policy.uses !== null);
  }

  /** Something was written. */
  notice(): void {
    const { trust, uses } = this.#policy;
    this.#wanted = this.#engine.elevation && (trust !== null || uses !== null);
  }

  async run(signal: AbortSignal): Promise<number | null> {
    const { large } = this.#engine.spaces;
    if (!this.#wanted || large === null) return null;
    if (await large.embedder.missing() !== null) return MODEL_WAIT_MS;
    this.#wanted = false; // Until something is written meanwhile.
    const due = await this.#due();
    for (const { namespace, ids } of due) {
      const results = await this.#engine.oneElevation(() =>
        elevatePage({ engine: this.#engine, live: large, namespace, by: "auto", signal }, ids)
      ).catch((error) => {
        this.#wanted = true;
        throw error;
      });
      for (const { memoryId, elevated } of results) {
        if (!elevated) this.#failed.add(memoryId);
      }
    }
    if (due.length === 0) return null;
    this.#wanted = true;
    if (large.embedder.ready) return 0;
    // It was the model that failed, not its texts.
    this.#failed.clear();
    return MODEL_WAIT_MS;
  }

  #due(): Promise<{ namespace: string; ids: string[] }[]> {
    const { trust, uses } = this.#policy;
    return this.#engine.database.query(
      `select namespace, array_agg(id) as ids from (
         select m.namespace, m.id from bicameral.memories m
         where not exists (select from bicameral.memories_1024 v
             where v.namespace = m.namespace and v.memory_id = m.id)
           and m.id <> all($3::uuid[])
           and (m.trust_score >= $1::float8 or $2::int <= (
             select count(*) from bicameral.memory_events e
             where e.namespace = m.namespace and e.memory_id = m.id and e.kind = 'used'))
         order by m.trust_score desc limit ${SLICE}) due
       group by namespace`,
      [trust, uses, [...this.#failed]],
    );
  }
}

const SLICE = 8;
const MODEL_WAIT_MS = 60_000;
