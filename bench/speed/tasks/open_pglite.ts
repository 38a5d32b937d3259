/** Opens the bare database: PGlite with the same extensions, in the thread of the caller. */
import { PGlite } from "@electric-sql/pglite";
import { EXTENSIONS } from "../../../backends/database/pglite_settings.ts";
import { task } from "../measure/task.ts";
import type { OpenInput } from "./open_store.ts";

await task(async ({ location }: OpenInput): Promise<number> => {
  const started = performance.now();
  const database = await PGlite.create(location, { extensions: EXTENSIONS });
  const ms = performance.now() - started;
  await database.close();
  return ms;
});
