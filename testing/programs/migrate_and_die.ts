/** Migrates an empty database, and kills itself before the statement of a number (from 0). */
import process, { argv } from "node:process";
import { migrate } from "../../backends/database/migrate.ts";
import { openPglite } from "../../backends/database/pglite.ts";
import { CACHE } from "../stores.ts";
import { interrupted } from "../interrupted_database.ts";

const [, , location, number] = argv;
const database = await openPglite({ location: location!, cacheDirectory: CACHE });
await database.query("drop schema bicameral cascade");
console.log("empty");
await migrate(interrupted(database, Number(number), () => process.kill(process.pid, "SIGKILL")));
console.log("migrated");
await database.close();
