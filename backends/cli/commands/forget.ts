import { checkId } from "../../../src/memory/checks.ts";
import type { Command } from "../command.ts";
import { EXIT, UsageError } from "../failure.ts";
import { FILTER_OPTIONS, readFilter } from "../filter_options.ts";
import { memories } from "../words.ts";

/** `bicameral forget` */
export const forget: Command = {
  name: "forget",
  summary: "forgets memories for good",
  usage: "ID... | FILTER...",
  details: "Of a filter's options all must hold. An id that is not there is told, and the others" +
    "\nare forgotten all the same.",
  options: FILTER_OPTIONS,
  async run({ args, io, open, reply }) {
    const filter = readFilter(args);
    const filtered = Object.keys(filter).length > 0;
    if (filtered === args.words.length > 0) {
      throw new UsageError("Wanted ids or a filter: either, and not both.");
    }
    const ids = [...new Set(args.words.map(checkId))];
    const store = await open();
    const missing: string[] = [];
    let forgotten = 0;
    if (filtered) forgotten = await store.forget(filter, { signal: io.signal });
    for (const id of ids) {
      const count = await store.forget(id, { signal: io.signal });
      if (count === 0) missing.push(id);
      forgotten += count;
    }
    await reply({ forgotten }, `Forgot ${memories(forgotten)}`);
    for (const id of missing) {
      await io.stderr.write(`bicameral: No memory ${id} in this namespace.\n`);
    }
    return missing.length > 0 ? EXIT.notFound : EXIT.ok;
  },
};
