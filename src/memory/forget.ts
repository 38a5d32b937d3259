import { filterConditions } from "../spaces/filter_sql.ts";
import { Parameters } from "../spaces/statement.ts";
import { checkNamespace, invalid } from "./checks.ts";
import type { Engine } from "./engine.ts";
import { checkFilter } from "./input.ts";
import type { CallOptions, Filter } from "./types.ts";

/** Forgets memories for good; returns how many. */
export async function forget(
  engine: Engine,
  what: string | readonly string[] | Filter,
  options: CallOptions,
): Promise<number> {
  const filter = typeof what === "string"
    ? { ids: [what] }
    : Array.isArray(what)
    ? { ids: what as string[] }
    : what as Filter;
  const checked = checkFilter(filter);
  if (Object.keys(checked).length === 0) {
    invalid(
      "forget() wants an id, ids, or a filter with at least one key: an empty one would forget everything.",
    );
  }
  const parameters = new Parameters();
  const namespace = checkNamespace(options.namespace ?? engine.namespace);
  const conditions = [
    `m.namespace = ${parameters.add(namespace)}`,
    ...filterConditions(checked, parameters),
  ];
  const [row] = await engine.database.query<{ count: number }>(
    `with gone as (delete from bicameral.memories m where ${conditions.join(" and ")} returning 1)
     select count(*)::int as count from gone`,
    parameters.values,
  );
  const count = row?.count ?? 0;
  if (count > 0) engine.onWritten({ rows: count, kind: "changed", pending: 0 });
  return count;
}
