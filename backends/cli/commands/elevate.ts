import process from "node:process";
import { MODES, resolveSettings } from "../../../src/config.ts";
import { checkId } from "../../../src/memory/checks.ts";
import type { Command } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import { FILTER_OPTIONS, readFilter } from "../filter_options.ts";
import { given } from "../given.ts";
import { elevatedJson } from "../json.ts";
import { progressBar } from "../progress.ts";
import { memories } from "../words.ts";

/** `bicameral elevate` */
export const elevate: Command = {
  name: "elevate",
  summary: "embeds memories with the large model too, and trusts them 0.1 more",
  usage: "ID... | --query QUERY [FILTER...]",
  details: "What was elevated before stays as it is. In auto mode only.",
  options: {
    query: { value: "QUERY", about: "the memories that this finds" },
    limit: { value: "NUMBER", about: "how many of them, 1 to 100 (default: 10)" },
    ...FILTER_OPTIONS,
  },
  isOffered(args) {
    const nowhere = { dataDir: ".", cacheDir: "." };
    try {
      const options = given({ mode: args.choice("mode", MODES) });
      const { mode, elevateEnabled } = resolveSettings(options, process.env, nowhere);
      return mode === "auto" && elevateEnabled;
    } catch {
      // A setting that is wrong is told by the command that wants it, not by the help.
      return true;
    }
  },
  async run({ args, io, open, reply }) {
    const query = args.text("query");
    const filter = readFilter(args);
    const narrowed = Object.keys(filter).length > 0 || args.number("limit") !== undefined;
    if ((query === undefined) === (args.words.length === 0) || narrowed && query === undefined) {
      throw new UsageError("Wanted ids, or --query with its options: either, and not both.");
    }
    const what = query === undefined
      ? args.words.map(checkId)
      : { query, filter, ...given({ limit: args.number("limit") }) };
    const store = await open();
    const bar = progressBar({ label: "Elevating", stream: io.stderr });
    const elevating = store.elevate(what, {
      signal: io.signal,
      onProgress: ({ done, total }) => bar.update(done, total),
    });
    const results = await elevating.finally(() => bar.end());
    const fresh = results.filter((result) => result.elevated).length;
    const before = results.length - fresh;
    await reply(
      results.map(elevatedJson),
      `Elevated ${memories(fresh)}${before > 0 ? `; ${memories(before)} had been before` : ""}`,
    );
    return EXIT.ok;
  },
};
