/** Does what a user does first, and what must be refused: for runs with narrow permissions. */
import { argv } from "node:process";
import { createMemory } from "../../mod.ts";

const [dataDir] = argv.slice(2) as [string];

const memory = await createMemory({ dataDir });
await memory.add({ text: "The ferry to the island leaves at nine.", speaker: "Mira" });
await memory.add({ text: "Tomatoes want more sun than basil does." });
const { hits } = await memory.search("When does the boat depart?");
console.log(hits[0]?.text);
console.log((await memory.status()).spaces[0]?.device);
// The owner is alive, whoever insists and however little may be looked at.
console.log(
  await createMemory({ dataDir, force: true }).then(() => "taken", (error) => error.code),
);
await memory.close();
const again = await createMemory({ dataDir });
console.log((await again.list()).memories.length);
await again.close();
