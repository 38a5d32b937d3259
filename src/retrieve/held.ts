import type { Database } from "../database.ts";
import { type HeldRow, heldStatement } from "../spaces/held_sql.ts";
import type { Space } from "../spaces/space.ts";
import type { Scope } from "./retriever.ts";

const MAX_KEPT = 1000;

/**
 * Counts the memories that each of two spaces holds. Counts are kept until something
 * is written: most searches ask for the same few scopes.
 */
export class HeldCounts {
  readonly #database: Database;
  readonly #spaces: { readonly small: Space; readonly large: Space };
  readonly #kept = new Map<string, Promise<HeldRow>>();

  constructor(database: Database, spaces: { readonly small: Space; readonly large: Space }) {
    this.#database = database;
    this.#spaces = spaces;
  }

  get({ namespace, filter, minTrust }: Scope): Promise<HeldRow> {
    const key = JSON.stringify([namespace, filter, minTrust]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    const counted = this.#count({ namespace, filter, minTrust });
    this.#kept.set(key, counted);
    counted.catch(() => this.#kept.delete(key));
    return counted;
  }

  /** Something was written. */
  forget(): void {
    this.#kept.clear();
  }

  async #count(scope: Scope): Promise<HeldRow> {
    const { sql, parameters } = heldStatement({ ...this.#spaces, ...scope });
    const [row] = await this.#database.query<HeldRow>(sql, parameters);
    return row as HeldRow;
  }
}
