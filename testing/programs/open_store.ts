/** Opens a store and closes it. */
import { argv } from "node:process";
import { openPglite } from "../../backends/database/pglite.ts";
import { CACHE } from "../stores.ts";

const [, , location] = argv;
console.log("opening");
const database = await openPglite({ location: location!, cacheDirectory: CACHE });
console.log("open");
await database.close();
