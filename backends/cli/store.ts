import { createMemory, type MemoryStore } from "../../mod.ts";
import { DEVICES, DURABILITIES, MODES } from "../../src/config.ts";
import type { Arguments } from "./arguments.ts";
import { given } from "./given.ts";

/** Opens the store that the options of all commands name; what they leave out the library settles. */
export function openStore(args: Arguments): Promise<MemoryStore> {
  return createMemory({
    ...given({
      dataDir: args.text("data"),
      namespace: args.text("namespace"),
      durability: args.choice("durability", DURABILITIES),
      mode: args.choice("mode", MODES),
      device: args.choice("device", DEVICES),
    }),
    force: args.flag("force"),
  });
}
