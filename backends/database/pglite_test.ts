import { afterAll } from "bun:test";
import { databaseContract } from "../../src/database_contract.ts";
import { CACHE, makeScratch } from "../../testing/stores.ts";
import { openPglite } from "./pglite.ts";

const scratch = makeScratch();
afterAll(scratch.remove);

databaseContract(
  "openPglite() in memory",
  () => openPglite({ location: "memory://", cacheDirectory: CACHE }),
);
databaseContract(
  "openPglite() on disk",
  () => openPglite({ location: scratch.path(), cacheDirectory: CACHE }),
);
