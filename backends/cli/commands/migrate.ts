import type { Command } from "../command.ts";
import { EXIT } from "../failure.ts";

/** `bicameral migrate` */
export const migrate: Command = {
  name: "migrate",
  summary: "brings the store to this release's schema, as opening it always does",
  usage: "",
  options: {},
  async run({ args, open, reply }) {
    args.exactly();
    const { engine } = await (await open()).status();
    await reply({ schema: engine.schema }, `The schema is of version ${engine.schema}, the latest`);
    return EXIT.ok;
  },
};
