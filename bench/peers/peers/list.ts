import type { AskedDataset } from "../data.ts";
import type { Peer } from "../peer.ts";
import { ask } from "../run/ask.ts";
import { type Axes, type Tried, tune } from "../run/tune.ts";
import { bicameral } from "./bicameral.ts";
import { lancedb, LANCEDB_AXES, LANCEDB_BEST, LANCEDB_DOCUMENTED } from "./lancedb.ts";
import { orama, ORAMA_AXES, ORAMA_BEST, ORAMA_DOCUMENTED } from "./orama.ts";
import { sqlite, SQLITE_AXES, SQLITE_BEST, SQLITE_DOCUMENTED } from "./sqlite.ts";

/** All that take part, in the order they are asked. */
export function allPeers(): Peer[] {
  return [
    bicameral({ turns: true }),
    bicameral({ turns: false }),
    orama(ORAMA_DOCUMENTED, "documented"),
    orama(ORAMA_BEST, "best"),
    lancedb(LANCEDB_DOCUMENTED, "documented"),
    lancedb(LANCEDB_BEST, "best"),
    sqlite(SQLITE_DOCUMENTED, "documented"),
    sqlite(SQLITE_BEST, "best"),
  ];
}

/** Looks for a peer's best setting by nDCG@10 on a data set. */
export interface Tuning {
  readonly name: string;
  /** Settings tried, the best first. */
  run(dataset: AskedDataset, onTried: (count: number) => void): Promise<Tried<object>[]>;
}

export function allTunings(): Tuning[] {
  return [
    tuning(orama, ORAMA_DOCUMENTED, ORAMA_AXES),
    tuning(lancedb, LANCEDB_DOCUMENTED, LANCEDB_AXES),
    tuning(sqlite, SQLITE_DOCUMENTED, SQLITE_AXES),
  ];
}

function tuning<S extends object>(
  make: (setting: S, label: string) => Peer,
  documented: S,
  axes: Axes<S>,
): Tuning {
  return {
    name: make(documented, "documented").name,
    run(dataset, onTried) {
      let count = 0;
      return tune(documented, axes, async (setting) => {
        const { evaluation } = await ask(make(setting, JSON.stringify(setting)), dataset);
        onTried(++count);
        return 100 * evaluation.mean.ndcg;
      });
    },
  };
}
