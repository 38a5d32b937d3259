import type { Context } from "../command.ts";
import { EXIT } from "../failure.ts";
import { namedModel } from "./spec.ts";

/** `bicameral models path` */
export async function pathOfModel({ args, reply }: Context, name: string): Promise<number> {
  const { folder } = (await namedModel(args, name)).files();
  await reply({ folder }, folder);
  return EXIT.ok;
}
