import type { Command } from "../command.ts";
import { add } from "./add.ts";
import { bench } from "./bench.ts";
import { doctor } from "./doctor.ts";
import { elevate } from "./elevate.ts";
import { exportMemories } from "./export.ts";
import { feedback } from "./feedback.ts";
import { forget } from "./forget.ts";
import { get } from "./get.ts";
import { importMemories } from "./import.ts";
import { list } from "./list.ts";
import { migrate } from "./migrate.ts";
import { models } from "./models.ts";
import { reembed } from "./reembed.ts";
import { search } from "./search.ts";
import { status } from "./status.ts";
import { update } from "./update.ts";

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  add,
  search,
  get,
  list,
  update,
  forget,
  feedback,
  elevate,
  exportMemories,
  importMemories,
  status,
  reembed,
  bench,
  models,
  migrate,
  doctor,
];
