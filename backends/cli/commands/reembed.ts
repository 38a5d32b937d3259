import type { Command } from "../command.ts";
import { EXIT } from "../failure.ts";
import { progressBar } from "../progress.ts";
import { memories } from "../words.ts";

/** `bicameral reembed` */
export const reembed: Command = {
  name: "reembed",
  summary: "makes vectors anew that are missing or of another model",
  usage: "",
  details: "Of all namespaces. Stopped, it goes on from there when it is run again.",
  options: {},
  async run({ args, io, open, reply }) {
    args.exactly();
    const store = await open();
    const bar = progressBar({ label: "Embedding", stream: io.stderr });
    const embedding = store.reembed({
      signal: io.signal,
      onProgress: ({ done, failed, total }) => bar.update(done + failed, total),
    });
    const progress = await embedding.finally(() => bar.end());
    const failures = progress.failed === 0
      ? ""
      : `; ${memories(progress.failed)} could not be, bicameral status tells why`;
    await reply(progress, `Embedded ${memories(progress.done)}${failures}`);
    return progress.failed > 0 ? EXIT.failed : EXIT.ok;
  },
};
