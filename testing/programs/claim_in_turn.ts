/**
 * Claims a directory again and again, all processes at the same moments. Whoever owns
 * it makes a file that must not be there, and takes it away before it gives the
 * directory back.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { claimDirectory } from "../../backends/database/claim.ts";

const [, , directory, ms] = argv;
const owned = join(directory!, "owned");
const endAt = performance.now() + Number(ms);
let wins = 0;
while (performance.now() < endAt) {
  const moment = Math.ceil((Date.now() + 3) / 20) * 20;
  await new Promise((resolve) => setTimeout(resolve, Math.max(1, moment - Date.now() - 2)));
  while (Date.now() < moment);
  const release = await claimDirectory(directory!, false).catch((error) => {
    if (error.code !== "STORE_LOCKED") throw error;
    return null;
  });
  if (release === null) continue;
  writeFileSync(owned, "", { flag: "wx" });
  await new Promise((resolve) => setTimeout(resolve, 5 * Math.random()));
  rmSync(owned);
  release();
  wins++;
}
console.log(wins);
